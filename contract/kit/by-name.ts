/** How names are put in order: Chinese by pinyin, numbers in them by their value. The collation `names` of the database is the same one. */
export const nameOrder = 'zh-u-co-pinyin-kn-true'

/** Compares two names. */
export const byName: (one: string, other: string) => number = new Intl.Collator(nameOrder).compare
