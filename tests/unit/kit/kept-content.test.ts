import { expect, test } from 'vitest'
import { dropRow } from '#server/kit/files/kept-content.ts'

test('a row that cannot be taken back does not hide the error of the store', async () => {
  const away = { connect: () => Promise.reject(new Error('Connection terminated')) }
  await expect(dropRow(away as never, '100001', '0190a0a0-0000-7000-8000-000000000001')).resolves.toBeUndefined()
})
