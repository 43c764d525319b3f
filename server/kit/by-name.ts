/** SQL of a column by which names are put in order: Chinese by pinyin, numbers in them by their value, as `byName` of the contract compares them. */
export const nameSql = (column: string): string => `${column} collate names`
