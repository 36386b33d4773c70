//go:build race

package strictjson

// raceEnabled tells that pools drop things at random, as the detector wants.
const raceEnabled = true
