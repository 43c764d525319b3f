import { FilterParser } from 'ldapts'
import { expect, test } from 'vitest'
import { filterFor, isFilter } from '#server/features/identity/federated/directory-filter.ts'

test('what is typed stays a value of the filter', () => {
  expect(filterFor('(uid={account})', '*)(uid=*))(|(uid=*')).toBe('(uid=\\2a\\29\\28uid=\\2a\\29\\29\\28|\\28uid=\\2a)')
  expect(filterFor('(uid={account})', 'a\\2a\0$&')).toBe('(uid=a\\5c2a\\00$&)')
  expect(filterFor('(|(uid={account})(mail={account}))', '张三')).toBe('(|(uid=张三)(mail=张三))')
  for (const typed of ['*', 'a*', '*)(objectClass=*', ')(|(cn=*', '\\', '(', '\0', 'a)(b'])
    expect(FilterParser.parseString(filterFor('(uid={account})', typed))).toMatchObject({ attribute: 'uid', value: typed })
})

test('a filter asks for the account and can be read', () => {
  expect(isFilter('(&(objectClass=user)(sAMAccountName={account}))')).toBe(true)
  for (const wrong of ['', '(uid=*)', '(uid={account}', 'uid={account})(', '{account}']) expect(isFilter(wrong)).toBe(false)
})
