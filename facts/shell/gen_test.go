package shell

import "strconv"

// more writes statements of the kinds that scripts are full of: functions in
// functions, option loops, traps, references, arrays, line by line reading.
func (g *generator) more() string {
	v, u := g.varName(), g.varName()
	switch g.r.IntN(30) {
	case 0:
		g.funcs += 2
		a, b := "fn"+strconv.Itoa(g.funcs-1), "fn"+strconv.Itoa(g.funcs)
		return a + "() {\nlocal " + v + "=" + g.pick("out", "$"+v, "\"$1\"") + "\n" + b + "() {\nlocal " + g.varName() + g.pick("", "=in", "=$"+v) + "\n" +
			u + g.pick("=", "+=") + "ch\np1 \"$" + v + "\" \"$" + u + "\"\n" + g.pick("return", "[ -f a.txt ] && return", ":") + "\n" + v + "=late\n}\n" + b + " " + g.words() + "\np2 \"$" + v + "\"\n}\n" + a + " " + g.words() + "\np3 \"$" + v + "\" \"$" + u + "\""
	case 1:
		return "arr=(" + g.pick("a b c d", "a 'b c' d e", "{1..4}", "\"$"+v+"\" q") + "); p1 \"${arr[@]:" + g.pick("1", "0:2", "1:1", " -1", "2:5", "n") + "}\" ${arr[*]:1} \"${#arr[@]}\""
	case 2:
		return "ref=" + v + "; p1 \"${!ref" + g.pick("", "-d", ":-e", "+s", ":+t", "^^", "#a", ":0:1") + "}\""
	case 3:
		return "p1 \"${" + v + g.pick("^^", "^", ",,", ",", "^^[a-c]", "^^?", "@Q", "@U", "~~") + "}\""
	case 4:
		return "case \"$" + v + "\" in\n" + g.pick("a*", "*.gz", "''", "[[:alpha:]]*", "?", "*' '*") + ") " + u + "=one; p1 1 " + g.pick(";;", ";&", ";;&") + "\n" + g.pick("f*|1", "*") + ") p2 \"$" + u + "\" " + g.pick(";;", ";&", ";;&") + "\n*) p3 3 ;;\nesac"
	case 5:
		return "select " + v + " in " + g.pick("a b", "$"+u+" z", "\"$@\" end") + "; do p1 \"$" + v + "\"; " + g.pick("break", u+"=s; break", "[ \"$"+v+"\" = a ] && break") + "; done <<< " + g.pick("1", "2", "$'9\\n1'")
	case 6:
		return "c=0; until " + g.pick("((c>=2))", "[ $c -ge 3 ]", "[[ $c == 2 ]]") + "; do c=$((c+1)); " + g.pick("[ $c = 2 ] && continue; ", "p2 $c; ", v+"=u$c; ") + "p1 $c; done; p3 $c \"$" + v + "\""
	case 7:
		return "trap 'p1 \"$" + v + "\" end' " + g.pick("EXIT", "EXIT", "ERR", "DEBUG", "RETURN", "INT") + "; " + v + "=t1; " + g.pick("false", ":", "p2 x") + "; " + v + "=t2"
	case 8:
		return "(set -" + g.pick("e", "u", "eu", "o pipefail") + "; " + v + "=s1; " + g.pick("false", "p1 \"$undefined\"", "true", "[ -f nope ] && p2 no") + "; " + v + "=s2; p3 \"$" + v + "\")"
	case 9:
		return "shopt -s " + g.pick("nullglob", "extglob", "globstar", "nocasematch", "dotglob", "lastpipe") + "\np1 " + g.pick("*.txt", "*.none", "**/*.txt", "sub/*", "n*e x") + "; for f in *.none *.txt; do p2 \"$f\"; done"
	case 10:
		return "shopt -s extglob\np1 \"${" + v + g.pick("%%", "##", "%", "#", "/", "//") + g.pick("@(a|b)", "+([a-z])", "*(o)", "!(x)", "?(f)o") + "}\""
	case 11:
		return "p1 <<< " + g.pick("\"$"+v+"\"", "a"+v, "$(p2 hs)") + "; read -r " + v + " " + u + " <<< \"$" + g.varName() + " tail\"; p3 \"$" + v + "\" \"$" + u + "\""
	case 12:
		return "while " + g.pick("", "IFS= ", "IFS=: ") + "read -r " + v + g.pick("", " "+u) + "; do " + g.pick("", "[ -z \"$"+v+"\" ] && continue; ", "[ \"$"+v+"\" = b ] && break; ") + "p1 \"$" + v + "\" \"$" + u + "\"; done <<EOF\na:b c\n" + g.pick("", "\n", "b\n", "$"+g.varName()+"\n") + "x y:z\nEOF\np2 \"$" + v + "\" \"$" + u + "\""
	case 13:
		return "set -- " + g.pick("-a -b v rest", "-abv", "-c", "x -a", "-- -a") + "; OPTIND=1; while getopts ab: o; do case $o in a) p1 a ;; b) p2 \"$OPTARG\" ;; *) p3 bad ;; esac; done; shift $((OPTIND-1)); p4 \"$@\""
	case 14:
		return "printf -v " + g.pick(v, "arr[1]", "'arr[n]'") + " " + g.pick("'%s'", "'%5s|'", "'%q'", "'%b'", "'%s,'", "'%x'", "'%c'") + " " + g.pick("ab", "\"$"+u+"\"", "'a b'", "7 8") + "; p1 \"$" + v + "\" \"${arr[1]}\""
	case 15:
		return "mapfile " + g.pick("-t ", "", "-t -n 1 ", "-t -s 1 ") + "arr <<< " + g.pick("\"$"+v+"\"", "$'a\\nb c'") + "; p1 \"${#arr[@]}\" \"${arr[0]}\"; for q in \"${arr[@]}\"; do p2 \"$q\"; done"
	case 16:
		return "eval " + g.pick("p1 '\"$"+v+"\"'", "\"p2 '$"+v+"'\"", "\"$ref=e\"", "\"p3 ${"+v+"@Q}\"", "'eval \"p4 $"+v+"\"'", "\""+v+"=\\\"\\$"+u+"\\\"\"") + "; p1 \"$" + v + "\""
	case 17:
		return "declare -n nr=" + g.pick(v, "arr", "'arr[0]'") + "; nr" + g.pick("=", "+=") + "viaref; p1 \"$" + v + "\" \"${arr[0]}\" \"$nr\"; " + g.pick("unset -n nr", "unset nr; unset -n nr", "for nr in "+v+" "+u+"; do nr=it; done; unset -n nr")
	case 18:
		return "(( " + g.pick("n++ + ++n", "n = n > 2 ? n-- : (m=4)", "n += m = 2", "n && (m=5)", "n || (m=6)", "n, m=n", "n **= 2", "n <<= 1", "x = 3", "arr[n] = 2") + " )); p1 \"$n\" \"$m\" \"$x\""
	case 19:
		return "p1 " + g.pick("{a,b{1..2}}", "{,a}x", "{a..c..2}", "{3..1}", "{01..10..4}", "{$"+v+",z}", "{a,\"b c\"}", "x{a,b}{", "}{a,b}", "{a}b,c}", "~{,x}", "{a,b\\,c}", "{-2..2..2}", "{a..}", "{\"$"+v+"\",\"$"+u+"\"}")
	case 20:
		return "IFS=" + g.pick(",", "':'", "''", "' :'", "-", "o") + "; set -- " + g.words() + " 'p q'; p1 \"$*\" $* \"$@\"; " + v + "=$*; p2 \"$" + v + "\" $" + v + " \"${arr[*]}\"; unset IFS"
	case 21:
		return "if " + g.pick("[ -f a.txt ]", "[ -f nope ]", "false", "p1") + "; then " + g.pick("unset "+v, v+"=", v+"=set", "unset IFS", "IFS=", "readonly "+v, "declare -u "+v, "arr=()", "unset arr", "declare -n "+v+"="+u) + "; " + g.pick("else "+v+"=; ", "else unset "+v+"; ", "") +
			"fi; p2 ${" + v + "+s} \"${" + v + "-u}\" \"${" + v + ":-n}\" ${" + v + ":+f} \"${arr[@]}\"; " + v + "=after; p3 \"$" + v + "\" $" + u
	case 22:
		return "for " + v + " in " + g.pick("$none", "$none x", "*.txt", "\"$@\"", "a b") + "; do " + u + "=l$" + v + "; " + g.pick("[ -f a.txt ] && break; ", "[ -f nope ] && continue; ", "") + u + "=m; n=$((n+1)); done; p1 \"${" + v + "-u}\" \"$" + u + "\" \"$n\""
	case 23:
		g.funcs++
		f := "fn" + strconv.Itoa(g.funcs)
		return f + "() { " + u + "=r1; " + g.pick("if [ -f a.txt ]; then return 1; fi", "[ -f nope ] || return", "for k in 1 2; do [ $k = 2 ] && return; p1 $k; done", "case $1 in a*) return 0 ;; esac", "while :; do return 2; done") + "; " + u + "=r2; }; " + f + " " + g.words() + g.pick("", " && p2 ok", " || p2 \"$"+u+"\"") + "; p3 \"$" + u + "\""
	case 24:
		g.funcs++
		f := "fn" + strconv.Itoa(g.funcs)
		return f + "() { while [ $# -gt 0 ]; do case $1 in -*) p1 \"$1\" \"$2\"; shift ;; *) arr+=(\"$1\") ;; esac; shift; done; }; " + f + " " + g.words() + " -x y; p2 \"${arr[@]}\""
	case 25:
		return g.pick("declare", "export", "typeset") + " \"" + v + "=" + g.pick("d", "$"+u, "a b") + "\" " + u + "=$" + v + "; p1 \"$" + v + "\" \"$" + u + "\""
	case 26:
		return "read " + g.pick("", "-r ") + g.pick("", v, v+" "+u, "-a arr") + " <<< " + g.pick("'  a  b '", "'x,y'", "\"$"+v+"\"") + "; p1 \"$REPLY\" \"$" + v + "\" \"$" + u + "\" \"${arr[@]}\""
	case 27:
		return "p1 \"${" + v + g.pick("#", "##", "%", "%%") + g.pick("[!a]", "[]a]", "[a-]", "[[:alpha:]-]", "[a\"-\"z]", "[^[:space:]]*", "[a", "*[", "$"+u, "\"$"+u+"\"", "\\*", "[\\]]") + "}\""
	case 28:
		return "p1 \"${arr[@]" + g.pick("+set", ":+f", "-u", ":-n", "#a", "/a/b", "^^", "%c", "@Q") + "}\" \"${@" + g.pick("+set", "-u", ":-n", "#-", "/a/b") + "}\" \"${*:-d}\""
	default:
		return "{ " + g.stmt() + "\n} | while read -r " + v + "; do p1 \"$" + v + "\"; " + u + "=pl; done; p2 \"$" + u + "\""
	}
}
