package shell

// runsInCode finds shell text that code in another language surely runs.
func (v *invocation) runsInCode(lang, s string) {}
