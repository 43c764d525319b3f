/** SQL that sorts a column of names: Chinese by pinyin, numbers by value; the same order as `byName` of the contract. */
export const nameSql = (column: string): string => `${column} collate names`
