/** A text that a provider says; undefined for anything else. */
export const wordsOf = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined)

/**
 * A mobile number of the mainland as accounts hold it: eleven digits, without the code of the country; undefined for one of another form or country, for
 * `+1 380 013 8000` names another person than 13800138000.
 */
export const mobileOf = (value: unknown): string | undefined =>
  /^(?:(?:\+|00)?86)?(1\d{10})$/.exec((wordsOf(value) ?? '').replace(/[\s-]/g, ''))?.[1]
