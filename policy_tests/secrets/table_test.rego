package regent.secrets_test

classes := data.regent.secrets.classes

test_there_are_many_classes if {
	count(classes) >= 90
}

test_every_class_says_what_it_is if {
	every class in classes {
		regex.match(`^[A-Z][A-Z0-9_]{0,39}$`, class.placeholder)
		class.pattern != ""
		count(class.keywords) > 0
		count(class.positive) > 0
		count(class.negative) > 0
	}
}

test_lists_that_classes_name_exist if {
	every class in classes {
		every word in class.keywords {
			known(word)
		}
	}
}

known(word) if not startswith(word, "@")

known(word) if data.regent.secrets.lists[substring(word, 1, -1)]

test_filters_that_classes_name_exist if {
	every class in classes {
		every name in object.get(class, "filter", []) {
			data.regent.secrets.not_values[name]
		}
	}
}

test_lists_of_words_that_classes_name_exist if {
	every class in classes {
		every name in array.concat(object.get(class, "not_last", []), object.get(class, "not_before", [])) {
			data.regent.secrets.lists[name]
		}
	}
}
