import { z } from 'zod'
import { reachableBy } from './kit/outbound/outbound.ts'
import { StartRefused } from './refused.ts'

const onOff = z.enum(['on', 'off'], { error: 'must be on or off' }).transform((value) => value === 'on')
const url = (protocols: RegExp, what: string) => z.url({ protocol: protocols, error: `must be ${what}` })
const postgresUrl = url(/^postgres(ql)?$/, 'a PostgreSQL address such as postgresql://user:password@host:5432/wardkeeper')
const whole = (from: number, to: number) => {
  const error = `must be a whole number from ${from} to ${to}`
  return z
    .string()
    .regex(/^\d{1,9}$/, { error })
    .transform(Number)
    .pipe(z.number().min(from, { error }).max(to, { error }))
}

const areNetworks = (value: string): boolean => {
  try {
    return reachableBy(value) !== undefined
  } catch {
    return false
  }
}

const words = {
  PORT: 'Port of the program; without it a free one is taken and printed',
  HOST: 'Address the program listens on; 0.0.0.0 for every network interface, the default with LAN; else 127.0.0.1',
  LAN: 'on, or the flag --lan: listens on the network with HTTPS, by TLS_CERT and TLS_KEY or by a local authority made once',
  TLS_CERT: 'File with the certificate chain (PEM) for HTTPS; goes together with TLS_KEY',
  TLS_KEY: 'File with the private key (PEM) for HTTPS',
  PUBLIC_URL: 'Address people type, used in printed QR codes and links; without it the printed one',
  NODE_ENV: 'development, test or production; production refuses demo data and default secrets',
  DATA_DIR: 'Folder of the built-in database and, without S3_BUCKET, of uploaded files',
  DATABASE_URL: 'Your own PostgreSQL 15 or newer, as the application role; without it the built-in one is started',
  MIGRATE_DATABASE_URL: 'The same database as its owner, for migrations; goes together with DATABASE_URL',
  JOBS_DATABASE_URL: 'The same database as the role of background jobs; without it DATABASE_URL',
  DIRECT_DATABASE_URL:
    'The same database past a pooler that keeps no sessions (PgBouncer, pool_mode = transaction), when DATABASE_URL leads to one',
  DATABASE_POOL: 'Connections to PostgreSQL per process',
  S3_ENDPOINT: 'Address of an S3-compatible store for uploaded files, such as https://s3.example.org; all five go together',
  S3_BUCKET: 'Bucket of that store, for this installation alone; it is not made, and needs no public access',
  S3_REGION: 'Region of that store as its requests are signed, such as us-east-1',
  S3_ACCESS_KEY: 'Access key that may read, write, list and delete in the bucket',
  S3_SECRET_KEY: 'Secret key that goes with it',
  OUTBOUND_PRIVATE:
    'Private networks that stores and gateways named in rows may be in: off, on, or networks such as 10.1.0.0/16 separated by commas',
  SECRETS_KEY:
    'Keys that seal stored secrets: 32 bytes each in base64 or hex, separated by commas, the first seals and all open; without it secrets.key in DATA_DIR, made once',
  DEMO: 'Demo tenants on the first start: on or off; the default is on, in production off',
  ADMIN_PASSWORD: 'First password of admin when there is no demo; without it the first start asks for it',
  TRUST_PROXY: 'Whose X-Forwarded-For counts: off, on, or addresses and networks separated by commas',
  CAPTCHA: 'on asks for a captcha at every log-in',
  RATE_LIMIT: 'Calls a minute that one session, or one address without a session, may make; 0 for no limit',
  IMPORT_THREADS: 'Imports a process works on at a time, of each hospital one; an import holds up to 500 MB',
  IMPORT_WORK_SECONDS:
    'Seconds that checking, writing or undoing up to 10,000 rows of an import may take; more rows have as many times that',
  IMPORT_SECONDS: 'Seconds that reading the file of an import may take before it is stopped with a sentence',
  LIVE_STREAMS: 'Browsers a process tells of changes at a time; others poll; 0: all poll',
  LIVE_HEARTBEAT: 'Seconds between signs of life on a stream of changes; less than what proxies allow an idle connection',
  MQTT_PORT: 'Port of the broker for sensors, on HOST and with the certificate of HTTPS; 0 for none',
  MQTT_URL: 'A broker of your own that sensors send to, such as mqtts://user:password@broker:8883; without it the program is the broker',
  MQTT_CLIENT_ID: 'Name of this process at that broker, the same at each start; without it made of host name and port',
  METRICS_TOKEN: 'With it /metrics answers requests that send it as a bearer token; without it this machine only',
  STOP_DELAY: 'Seconds that /ready says no before a stopping program refuses new connections; for balancers',
  STOP_GRACE: 'Seconds that requests in progress may take after that',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent',
  WARDKEEPER_TEST_FAULTS: 'on lets tests cut connections and lose answers; refused in production',
} as const

const schema = z.object({
  PORT: whole(1, 65535).optional(),
  HOST: z.string().optional(),
  LAN: onOff.default(false),
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  PUBLIC_URL: url(/^https?$/, 'an address such as https://wardkeeper.example.org')
    .transform((value) => value.replace(/\/+$/, ''))
    .optional(),
  NODE_ENV: z.enum(['development', 'test', 'production'], { error: 'must be development, test or production' }).default('development'),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: postgresUrl.optional(),
  MIGRATE_DATABASE_URL: postgresUrl.optional(),
  JOBS_DATABASE_URL: postgresUrl.optional(),
  DIRECT_DATABASE_URL: postgresUrl.optional(),
  DATABASE_POOL: whole(2, 200).default(10),
  S3_ENDPOINT: url(/^https?$/, 'an address such as https://s3.example.org').optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, { error: 'must be the name of a bucket' })
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, { error: 'must be the name of a region such as us-east-1' })
    .optional(),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  OUTBOUND_PRIVATE: z
    .string()
    .refine((value) => value === 'on' || value === 'off' || areNetworks(value), {
      error: 'must be on, off or networks such as 10.1.0.0/16 separated by commas',
    })
    .default('off'),
  SECRETS_KEY: z
    .string()
    .regex(/^\s*([0-9a-fA-F]{64}|[\w+/-]{43}=?)(\s*,\s*([0-9a-fA-F]{64}|[\w+/-]{43}=?))*\s*$/, {
      error: 'must be keys of 32 bytes in base64 or hex, separated by commas: make one with openssl rand -base64 32',
    })
    .optional(),
  DEMO: onOff.optional(),
  ADMIN_PASSWORD: z.string().optional(),
  TRUST_PROXY: z
    .string()
    .regex(/^[\w.:/, ]+$/, { error: 'must be on, off or addresses separated by commas' })
    .default('off')
    .transform((value) => (value === 'on' ? true : value === 'off' ? false : value)),
  CAPTCHA: onOff.default(false),
  RATE_LIMIT: whole(0, 1_000_000).default(1200),
  IMPORT_THREADS: whole(1, 16).default(4),
  IMPORT_SECONDS: whole(1, 3600).default(180),
  IMPORT_WORK_SECONDS: whole(1, 36_000).default(300),
  LIVE_STREAMS: whole(0, 10_000).default(500),
  LIVE_HEARTBEAT: whole(1, 300).default(20),
  MQTT_PORT: whole(0, 65535).default(1883),
  MQTT_URL: url(/^mqtts?$/, 'an address such as mqtts://broker.example.org:8883').optional(),
  MQTT_CLIENT_ID: z
    .string()
    .regex(/^[\w.-]{1,60}$/, { error: 'must have at most 60 letters, digits, dots, underscores and hyphens' })
    .optional(),
  METRICS_TOKEN: z.string().min(16, { error: 'must have at least 16 characters' }).optional(),
  STOP_DELAY: whole(0, 300).default(0),
  STOP_GRACE: whole(1, 600).default(10),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
  WARDKEEPER_TEST_FAULTS: onOff.default(false),
})

/** What the program was told, by the names of the environment variables. On/off settings are booleans. */
export type Settings = Omit<z.output<typeof schema>, 'DEMO' | 'HOST'> & { DEMO: boolean; HOST: string }

export type SettingName = keyof typeof words

/** Name, default (as written in the environment) and meaning of every setting, in the order of the README. */
export const settingFacts: readonly { name: SettingName; default: string; meaning: string }[] = (Object.keys(words) as SettingName[]).map(
  (name) => ({ name, default: defaultOf(name), meaning: words[name] }),
)

function defaultOf(name: SettingName): string {
  const value: unknown = schema.shape[name].safeParse(undefined).data
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return value === undefined ? '' : String(value)
}

const storeNames = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const satisfies readonly SettingName[]

/** Settings whose values are never shown. */
export const secretNames: readonly SettingName[] = [
  'ADMIN_PASSWORD',
  'METRICS_TOKEN',
  'DATABASE_URL',
  'MIGRATE_DATABASE_URL',
  'JOBS_DATABASE_URL',
  'DIRECT_DATABASE_URL',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'SECRETS_KEY',
  'MQTT_URL',
]

/**
 * Reads the settings from environment variables; an empty one counts as absent.
 * Throws StartRefused with one sentence that names every wrong value (never a secret one) and what it must be.
 */
export const readSettings = (env: Readonly<Record<string, string | undefined>>): Settings => {
  const given = Object.fromEntries((Object.keys(words) as SettingName[]).map((name) => [name, env[name]?.trim() || undefined]))
  const parsed = schema.safeParse(given)
  if (!parsed.success) throw new StartRefused(`${parsed.error.issues.map((issue) => wrong(issue, given)).join('; ')}.`)
  const { DEMO, ...rest } = parsed.data
  const production = rest.NODE_ENV === 'production'
  if (!rest.DATABASE_URL !== !rest.MIGRATE_DATABASE_URL) {
    throw new StartRefused(
      'DATABASE_URL (application role) and MIGRATE_DATABASE_URL (owner) go together: set both, or neither for the built-in database.',
    )
  }
  for (const name of ['JOBS_DATABASE_URL', 'DIRECT_DATABASE_URL'] as const)
    if (rest[name] && !rest.DATABASE_URL) throw new StartRefused(`${name} needs DATABASE_URL and MIGRATE_DATABASE_URL.`)
  if (!rest.TLS_CERT !== !rest.TLS_KEY) throw new StartRefused('TLS_CERT and TLS_KEY go together: set both, or neither.')
  const absent = storeNames.filter((name) => !rest[name])
  if (absent.length > 0 && absent.length < storeNames.length)
    throw new StartRefused(`The S3 settings go together: set ${absent.join(', ')} too, or none of them to keep files in DATA_DIR.`)
  if (production && DEMO) throw new StartRefused('DEMO=on makes accounts with public passwords: leave it out when NODE_ENV=production.')
  if (production && rest.WARDKEEPER_TEST_FAULTS)
    throw new StartRefused('WARDKEEPER_TEST_FAULTS=on is for tests: leave it out when NODE_ENV=production.')
  // Beyond this machine only when asked: phones need HTTPS there, so plain HTTP stays at home.
  return { ...rest, DEMO: DEMO ?? !production, HOST: rest.HOST ?? (rest.LAN ? '0.0.0.0' : '127.0.0.1') }
}

const wrong = (issue: z.core.$ZodIssue, given: Readonly<Record<string, string | undefined>>): string => {
  const name = String(issue.path[0]) as SettingName
  const shown = secretNames.includes(name) ? '' : ` is "${given[name] ?? ''}" and`
  return `${name}${shown} ${issue.message}`
}
