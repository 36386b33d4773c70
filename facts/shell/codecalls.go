package shell

// codeCalls names, for each language, the calls of its standard library that
// run or touch what their first argument says. It states what they do; a name
// that is not here is simply not looked into.
var codeCalls = map[string]map[string]codeAct{
	"python": {
		"system": actShell, "popen": actShell, "getoutput": actShell, "getstatusoutput": actShell,
		"run": actRun, "call": actRun, "check_call": actRun, "check_output": actRun, "Popen": actRun, "spawn": actShell,
		"execv": actArgv, "execvp": actArgv, "execl": actArgv, "execlp": actArgv, "execve": actArgv,
		"rmtree": actTree, "remove": actDelete, "unlink": actDelete, "rmdir": actDelete, "removedirs": actTree,
		"open": actOpen, "read_text": actRead, "listdir": actList, "scandir": actList, "walk": actList,
		"rename": actMove, "replace": actMove, "renames": actMove, "move": actMove, "copy": actCopy, "copyfile": actCopy,
		"copy2": actCopy, "copytree": actCopy, "chmod": actChmod, "chown": actChmod, "mkdir": actWrite, "makedirs": actWrite,
		"truncate": actWrite, "symlink": actSecond, "link": actSecond,
		"urlopen": actURL, "urlretrieve": actURL, "get": actURL, "post": actURL, "put": actURL, "Request": actURL, "request": actURL,
		"connect": actConnect, "create_connection": actConnect, "HTTPConnection": actConnect, "HTTPSConnection": actConnect,
		"exec": actEval, "eval": actEval, "Path": actPathLike, "PosixPath": actPathLike,
	},
	"javascript": {
		"exec": actShell, "execSync": actShell, "execFile": actArgv, "execFileSync": actArgv, "spawn": actArgv, "spawnSync": actArgv, "fork": actRead,
		"readFileSync": actRead, "readFile": actRead, "createReadStream": actRead, "readTextFile": actRead, "readTextFileSync": actRead, "readdirSync": actList, "readdir": actList,
		"writeFileSync": actWrite, "writeFile": actWrite, "appendFileSync": actWrite, "appendFile": actWrite,
		"createWriteStream": actWrite, "mkdirSync": actWrite, "mkdir": actWrite, "truncateSync": actWrite, "writeTextFile": actWrite,
		"unlinkSync": actDelete, "unlink": actDelete, "rmdirSync": actTree, "rmdir": actTree, "rmSync": actTree, "rm": actTree, "remove": actTree, "removeSync": actTree, "rimraf": actTree,
		"renameSync": actMove, "rename": actMove, "copyFileSync": actCopy, "copyFile": actCopy, "cpSync": actCopy, "chmodSync": actChmod, "chmod": actChmod,
		"symlinkSync": actSecond, "linkSync": actSecond,
		"fetch": actURL, "get": actURL, "post": actURL, "request": actURL, "connect": actConnect, "createConnection": actConnect,
		"eval": actEval, "openSync": actOpen,
	},
	"perl": {
		"system": actShell, "exec": actShell, "unlink": actDelete, "rmdir": actDelete, "rmtree": actTree, "remove_tree": actTree,
		"open": actOpenPerl, "rename": actMove, "move": actMove, "copy": actCopy, "mkdir": actWrite, "opendir": actSecond, "chmod": actChmod, "chown": actChmod,
		"read_file": actRead, "write_file": actWrite, "get": actURL, "getstore": actURL, "symlink": actSecond, "link": actSecond, "eval": actEval, "truncate": actWrite,
	},
	"ruby": {
		"system": actShell, "exec": actShell, "spawn": actShell, "popen": actRun, "capture2": actShell, "capture3": actShell, "capture2e": actShell,
		"delete": actDelete, "unlink": actDelete, "rm": actDelete, "rm_f": actDelete, "rm_r": actTree, "rm_rf": actTree, "remove_dir": actTree, "remove_entry": actTree, "rmtree": actTree, "rmdir": actDelete,
		"open": actOpen, "read": actRead, "readlines": actRead, "binread": actRead, "foreach": actRead, "write": actWrite, "binwrite": actWrite,
		"mkdir": actWrite, "mkdir_p": actWrite, "touch": actWrite, "rename": actMove, "mv": actMove, "cp": actCopy, "cp_r": actCopy, "chmod": actChmod, "chmod_R": actChmod,
		"ln_s": actSecond, "symlink": actSecond, "get": actURL, "URI": actURL, "post": actURL, "new": actConnect, "eval": actEval, "glob": actList,
	},
	"php": {
		"system": actShell, "exec": actShell, "shell_exec": actShell, "passthru": actShell, "popen": actShell, "proc_open": actRun, "pcntl_exec": actArgv,
		"unlink": actDelete, "rmdir": actDelete, "file_get_contents": actRead, "file": actRead, "readfile": actRead, "include": actRead, "require": actRead,
		"file_put_contents": actWrite, "fopen": actOpen, "mkdir": actWrite, "touch": actWrite, "rename": actMove, "copy": actCopy, "chmod": actChmod, "chown": actChmod,
		"scandir": actList, "curl_init": actURL, "fsockopen": actConnect, "stream_socket_client": actConnect, "symlink": actSecond, "eval": actEval,
	},
	"lua": {
		"execute": actShell, "popen": actShell, "remove": actDelete, "rename": actMove, "open": actOpen, "lines": actRead, "dofile": actRead, "loadfile": actRead, "connect": actConnect,
	},
	"r": {
		"system": actShell, "system2": actArgv, "shell": actShell, "unlink": actTree, "readLines": actRead, "file": actRead, "writeLines": actSecond,
		"source": actRead, "download.file": actURL, "url": actURL,
	},
	"elisp": {
		"shell-command": actShell, "shell-command-to-string": actShell, "async-shell-command": actShell, "call-process": actArgv, "start-process": actSecond,
		"delete-file": actDelete, "delete-directory": actTree, "insert-file-contents": actRead, "find-file": actRead, "write-region": actSecond, "load": actRead, "load-file": actRead,
		"rename-file": actMove, "copy-file": actCopy, "url-retrieve": actURL,
	},
	"groovy": {"execute": actShell, "delete": actDelete},
	"vim":    {"system": actShell, "systemlist": actShell, "delete": actDelete, "writefile": actSecond, "readfile": actRead, "rename": actMove, "job_start": actShell, "jobstart": actShell, "termopen": actShell},
}
