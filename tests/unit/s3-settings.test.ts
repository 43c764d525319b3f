import { describe, expect, test } from 'vitest'
import { readSettings } from '#server/settings.ts'

const whole = {
  S3_ENDPOINT: 'https://s3.example.org',
  S3_BUCKET: 'ward-files',
  S3_REGION: 'us-east-1',
  S3_ACCESS_KEY: 'a-key',
  S3_SECRET_KEY: 'hidden-word',
}

describe('the S3 settings', () => {
  test('go together: what is absent is named, nothing secret is said', () => {
    expect(readSettings(whole)).toMatchObject(whole)
    for (const name of Object.keys(whole)) {
      const read = () => readSettings({ ...whole, [name]: '' })
      expect(read).toThrow(`set ${name} too`)
      expect(read).not.toThrow(/hidden-word|a-key/)
    }
    expect(() => readSettings({ S3_BUCKET: 'ward-files' })).toThrow('set S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY, S3_SECRET_KEY too')
  })

  test('a wrong one is named', () => {
    expect(() => readSettings({ ...whole, S3_ENDPOINT: 'ftp://s3' })).toThrow(/^S3_ENDPOINT is "ftp:\/\/s3" and must be an address/)
    expect(() => readSettings({ ...whole, S3_BUCKET: 'Ward/files' })).toThrow(
      /^S3_BUCKET is "Ward\/files" and must be the name of a bucket/,
    )
    expect(() => readSettings({ ...whole, S3_REGION: 'a b' })).toThrow(/^S3_REGION /)
  })
})
