import { describe, expect, test } from 'vitest'
import { readSettings, settingFacts } from '#server/settings.ts'

describe('settings', () => {
  test('nothing set: safe defaults, a free port, demo on', () => {
    expect(readSettings({})).toMatchObject({
      HOST: '127.0.0.1',
      NODE_ENV: 'development',
      DATA_DIR: '.data',
      DEMO: true,
      CAPTCHA: false,
      TRUST_PROXY: false,
    })
    expect(readSettings({}).PORT).toBeUndefined()
  })

  test('an empty variable counts as absent', () => {
    expect(readSettings({ PORT: '', DEMO: ' ' })).toMatchObject({ DEMO: true })
  })

  test('every wrong value is named with what it must be', () => {
    expect(() => readSettings({ PORT: 'http', LOG_LEVEL: 'loud' })).toThrow(
      'PORT is "http" and must be a whole number from 1 to 65535; LOG_LEVEL is "loud" and must be fatal, error, warn, info, debug, trace or silent.',
    )
    expect(() => readSettings({ PORT: '70000' })).toThrow('PORT is "70000" and must be a whole number from 1 to 65535.')
    expect(() => readSettings({ DEMO: 'yes' })).toThrow('DEMO is "yes" and must be on or off.')
    expect(() => readSettings({ PUBLIC_URL: 'javascript:alert(1)' })).toThrow(/^PUBLIC_URL is .* must be an address such as https:/)
  })

  test.each(['JOBS_DATABASE_URL', 'DIRECT_DATABASE_URL'])("%s goes with a database of one's own", (name) => {
    const urls = { DATABASE_URL: 'postgresql://app:x@db/hospital', MIGRATE_DATABASE_URL: 'postgresql://owner:x@db/hospital' }
    const own = { [name]: 'postgresql://app:x@db:5433/hospital' }
    expect(() => readSettings(own)).toThrow(`${name} needs DATABASE_URL and MIGRATE_DATABASE_URL.`)
    expect(readSettings({ ...urls, ...own })).toMatchObject(own)
  })

  test('a wrong address of a database is named without its password', () => {
    const read = () => readSettings({ DATABASE_URL: 'mysql://me:hidden-word@host/db', MIGRATE_DATABASE_URL: 'postgres://o@h/d' })
    expect(read).toThrow(/^DATABASE_URL must be a PostgreSQL address/)
    expect(read).not.toThrow(/hidden-word/)
  })

  test('a wrong address of a broker is named without its password', () => {
    const read = () => readSettings({ MQTT_URL: 'http://me:hidden-word@broker' })
    expect(read).toThrow(/^MQTT_URL must be an address such as mqtts:/)
    expect(read).not.toThrow(/hidden-word/)
    expect(readSettings({ MQTT_URL: 'mqtts://me:word@broker:8883' }).MQTT_URL).toBe('mqtts://me:word@broker:8883')
    expect(() => readSettings({ MQTT_CLIENT_ID: 'a/b' })).toThrow(/MQTT_CLIENT_ID/)
    expect(readSettings({}).MQTT_PORT).toBe(1883)
    expect(readSettings({ MQTT_PORT: '0' }).MQTT_PORT).toBe(0)
  })

  test('the two addresses of a database go together', () => {
    expect(() => readSettings({ DATABASE_URL: 'postgres://a@h/d' })).toThrow(/go together/)
    expect(() => readSettings({ MIGRATE_DATABASE_URL: 'postgres://a@h/d' })).toThrow(/go together/)
    expect(readSettings({ DATABASE_URL: 'postgres://a@h/d', MIGRATE_DATABASE_URL: 'postgresql://o@h/d' }).DATABASE_URL).toBe(
      'postgres://a@h/d',
    )
  })

  test('production has no demo and refuses what is for tests', () => {
    expect(readSettings({ NODE_ENV: 'production' }).DEMO).toBe(false)
    expect(() => readSettings({ NODE_ENV: 'production', DEMO: 'on' })).toThrow(/public passwords/)
    expect(() => readSettings({ NODE_ENV: 'production', WARDKEEPER_TEST_FAULTS: 'on' })).toThrow(/for tests/)
  })

  test('every setting has a meaning; no secret has a default', () => {
    expect(settingFacts.every((fact) => fact.meaning.length > 10)).toBe(true)
    const secrets = settingFacts.filter((fact) => /PASSWORD|DATABASE_URL|SECRETS_KEY/.test(fact.name))
    expect(secrets).toHaveLength(6)
    expect(secrets.every((fact) => fact.default === '')).toBe(true)
    expect(settingFacts.find((fact) => fact.name === 'CAPTCHA')?.default).toBe('off')
  })
})
