/** The order of names: Chinese by pinyin, numbers by value. The database collation `names` is the same. */
export const nameOrder = 'zh-u-co-pinyin-kn-true'

/** Compares two names. */
export const byName: (one: string, other: string) => number = new Intl.Collator(nameOrder).compare
