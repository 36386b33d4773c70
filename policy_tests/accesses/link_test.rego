package regent.accesses.link_test

import data.regent.accesses.link
import data.regent.accesses_test.fact

rules(change) := {f.rule |
	some f in link.findings with input as fact.document(change)
}

test_a_link_out_of_the_workspace_asks if {
	rules({"access": "link", "link_target": "/usr/share/dict/words"}) == {"path.link_out"}
	rules({"access": "write", "link_target": "/tmp/x"}) == {"path.link_out"}
	rules({"access": "link", "link_target": "/code/application"}) == {"path.link_out"}
}

test_a_link_inside_does_not if {
	rules({"access": "link", "link_target": "/code/app/src"}) == set()
	rules({"access": "link", "link_target": "/code/app"}) == set()
	rules(fact.temporary({"access": "link", "link_target": "/srv/x"})) == set()
}
