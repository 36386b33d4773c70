package regent.packages.publish_test

import data.regent.fact_test as fact
import data.regent.lib
import data.regent.packages.publish

test_publishing_asks if {
	publish.findings == {lib.confirm("packages.publish", "packages", 0)} with input as fact.document({"packages": [{"action": "publish"}]})
}

test_installing_publishes_nothing if {
	count(publish.findings) == 0 with input as fact.document({"packages": [{"action": "install"}]})
}
