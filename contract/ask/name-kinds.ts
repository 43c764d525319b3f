const placeEnd = /(?:科|病区|室|病房|门诊|楼|层|院区|department|ward|icu|floor|building)$/
const companyEnd = /(?:公司|集团|厂|ltd|inc|gmbh|co)$/

/** Whether a text is called like a department or a place. */
export const isPlaceName = (text: string): boolean => placeEnd.test(text)

/** The entities whose rows can have such a name: the end of some names says it. */
export function kindsOfName(text: string, kinds: readonly string[]): readonly string[] {
  const only = isPlaceName(text) ? ['dept', 'location'] : companyEnd.test(text) ? ['supplier'] : undefined
  return kinds.filter((kind) => kind !== 'device' && (only?.includes(kind) ?? kind !== 'location'))
}
