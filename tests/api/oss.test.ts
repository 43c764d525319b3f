import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { takeBackup } from '#server/backup/take.ts'
import { contentsAway } from '#server/contents.ts'
import { withClient } from '#server/db/cluster/embedded.ts'
import { accessCookie } from '#server/http/who.ts'
import { reachableBy } from '#server/kit/outbound/outbound.ts'
import { presentKeys } from '#server/secret-keys.ts'
import { readSettings } from '#server/settings.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { answerOf, type Client, type Page, type Row, startApp } from '#tests/harness/app-for-test.ts'
import { home } from '#tests/harness/hospitals.ts'
import { picture, send, upload } from '#tests/harness/pictures.ts'
import { s3Double } from '#tests/harness/s3-double.ts'
import { silentHost } from '#tests/harness/silent-host.ts'

const double = await s3Double()
afterAll(() => double.stop())
const app = await appForFile({ env: { OUTBOUND_PRIVATE: '127.0.0.1' } })
const platform = await app.signIn('000000', 'admin', 'admin')
const keeper = await app.as('keeper')

const path = '/blade-resource/oss'
const { S3_ENDPOINT: endpoint, S3_BUCKET: bucketName, S3_REGION: region, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = double.env
const bucket = { ossCode: 'minio', category: 's3', endpoint, bucketName, region, accessKey }

type Job = Row & { status: string; note: string | null }
/** Waits until a job of the platform's administrator has ended. */
async function ended(id: string): Promise<Job> {
  for (let left = 400; left > 0; left--) {
    const { records } = (await platform.get<Page<Job>>('/blade-system/job/list', { size: 50 })).data
    const job = records.find((one) => one.id === id)
    if (job && !['waiting', 'working'].includes(job.status)) return job
    await new Promise((go) => setTimeout(go, 50))
  }
  throw new Error('the job stays')
}
const use = (id: string) => platform.post<{ jobId: string }>(`${path}/enable?id=${id}`)
const rowOf = async (code: string): Promise<Row> => (await platform.get<Page>(`${path}/list`, { ossCode: code })).data.records[0]!
const onDisk = async (): Promise<string[]> =>
  (await readdir(join(app.dataDir, 'files'), { recursive: true, withFileTypes: true }))
    .filter((one) => one.isFile())
    .map(({ name }) => name)
const served = async (id: string, by: Client = keeper): Promise<Buffer> => Buffer.from((await by.file(`/file/${id}`)).bytes)

const [first, second] = [upload(picture(70_000)), upload(picture(300_000))]

test('files are on the disk of the program at first, as a row says', async () => {
  for (const file of [first, second]) await send(app, keeper, file)
  expect(await rowOf('local')).toMatchObject({ category: 'local', isActive: 1, holdsFiles: 1 })
  expect((await platform.get(`${path}/current`)).data).toEqual({ by: 'row', ossCode: 'local', endpoint: null, bucketName: null })
  expect(await onDisk()).toContain(first.facts.sha256)
})

test('a bucket is used only when it is described whole and answers with its key; the key is in no answer', async () => {
  const { id } = (await platform.post<Row>(`${path}/submit`, { ...bucket, accessKey: '' })).data
  expect((await use(id)).msg).toBe('启用前请填写“访问密钥”')
  await platform.post(`${path}/submit`, { id, accessKey })
  expect((await use(id)).msg).toBe('启用前请设置密钥')
  await platform.post(`${path}/secret`, { id, secretKey: 'another-key' })
  expect((await use(id)).msg).toMatch(/^该存储不能读写，未启用/)
  expect(await rowOf('local')).toMatchObject({ isActive: 1 })
  await platform.post(`${path}/secret`, { id, secretKey })
  const said = [
    await platform.get(`${path}/detail`, { id }),
    await platform.get(`${path}/list`),
    await platform.get(`${path}/history`, { id }),
  ]
  const stored = await app.sql(`select (select json_agg(o) from oss o) as a, (select json_agg(e) from audit_event e) as b`)
  expect(JSON.stringify([said.map(({ data }) => data), stored])).not.toContain(secretKey)
})

test('a store is switched while people work: every file stays readable, and a job moves them', async () => {
  const { id } = await rowOf('minio')
  const { data } = await use(id)
  for (const file of [first, second]) expect((await served(file.id)).equals(file.bytes)).toBe(true)
  const late = upload(picture(9_000))
  await send(app, keeper, late)
  expect(await ended(data.jobId)).toMatchObject({ status: 'done', note: '共 3 个文件' })
  expect(await onDisk()).toEqual([])
  for (const { facts } of [first, second, late]) expect([...double.objects.keys()]).toContain(`${home.tenant}/${facts.sha256}`)
  for (const file of [first, second, late]) expect((await served(file.id)).equals(file.bytes)).toBe(true)
  expect(await rowOf('local')).toMatchObject({ isActive: 0, holdsFiles: 0 })
  expect(await rowOf('minio')).toMatchObject({ isActive: 1, holdsFiles: 1 })
})

test('a store in use keeps its place and its row', async () => {
  const { id } = await rowOf('minio')
  expect((await platform.post(`${path}/submit`, { id, bucketName: 'another' })).status).toBe(400)
  expect((await platform.post(`${path}/submit`, { id, region: '' })).status).toBe(400)
  expect((await platform.post(`${path}/remove?ids=${id}`)).status).toBe(400)
  expect((await platform.post(`${path}/submit`, { id, remark: '机房' })).status).toBe(200)
})

test('a backup holds what lies in the bucket of a row', async () => {
  const settings = readSettings({ DATA_DIR: app.dataDir, OUTBOUND_PRIVATE: '127.0.0.1' })
  const source = {
    folder: join(app.dataDir, 'files'),
    secrets: { current: () => presentKeys(settings) },
    reachable: reachableBy(settings.OUTBOUND_PRIVATE),
    warn: () => {},
  }
  const folder = await mkdtemp(join(tmpdir(), 'wardkeeper-oss-'))
  const away = await withClient(app.database.ownerUrl, (client) => contentsAway(client, settings, source))
  const { files } = await takeBackup(app.database.ownerUrl, app.dataDir, join(folder, 'backup'), away)
  expect(files).toBe(3)
  await rm(folder, { recursive: true, force: true })
})

test('back on the disk the bucket is empty and its row can go', async () => {
  const { jobId } = (await use((await rowOf('local')).id)).data
  expect((await ended(jobId)).status).toBe('done')
  expect([...double.objects.keys()].filter((key) => !key.endsWith('.thumb'))).toEqual([])
  expect((await served(first.id)).equals(first.bytes)).toBe(true)
  const { id } = await rowOf('minio')
  expect((await platform.post(`${path}/remove?ids=${id}`)).status).toBe(200)
  expect((await app.sql(`select 1 from secret where purpose = 'oss.secret'`)).length).toBe(0)
})

test('an address inside the network is refused, and a hospital sees and changes no store', async () => {
  for (const wrong of ['http://169.254.169.254/', 'http://10.0.0.8:9000', 'http://[fd00::1]/'])
    expect((await platform.post(`${path}/submit`, { ...bucket, ossCode: 'inside', endpoint: wrong })).status).toBe(400)
  const admin = await app.as('administrator')
  const { id } = await rowOf('local')
  for (const call of ['list', 'current']) expect((await admin.get(`${path}/${call}`)).status).toBe(403)
  for (const call of ['submit', 'enable', 'secret', 'remove'])
    expect((await admin.post(`${path}/${call}`, { id, ids: id, ...bucket, secretKey: 'x' })).status).toBe(403)
})

test('hosts that never answer hold no connection of the database, so everybody else goes on', async () => {
  const silent = await silentHost()
  const provider = '/blade-system/identity-provider'
  const admin = await app.as('administrator')
  const at = `http://127.0.0.1:${silent.port}`
  const kinds = [
    { kind: 'oidc', issuer: at, clientId: 'ward' },
    { kind: 'wecom', corpId: 'ww0123456789abcdef', agentId: '1000002', apiAddress: at },
    { kind: 'dingtalk', corpId: 'ding0123456789', appKey: 'dingkey', apiAddress: at },
    {
      kind: 'ldap',
      address: `ldap://127.0.0.1:${silent.port}`,
      startsTls: 1,
      baseDn: 'dc=w',
      bindDn: 'cn=w',
      userFilter: '(uid={account})',
    },
  ]
  const made: string[] = []
  for (let n = 0; n < 16; n++) {
    const row = { providerCode: `silent${n}`, providerName: `silent${n}`, matchBy: 'account', ...kinds[n % 4] }
    const { data, msg } = await admin.post<Row>(`${provider}/submit`, row)
    expect(msg).toBe('操作成功')
    await admin.post(`${provider}/secret`, { id: data.id, secretKey: 'secret' })
    made.push(data.id)
  }
  const store = (await platform.post<Row>(`${path}/submit`, { ...bucket, ossCode: 'silent', endpoint: at })).data.id
  await platform.post(`${path}/secret`, { id: store, secretKey })
  const waiting = [...made.map((id) => admin.post(`${provider}/enable`, { id })), use(store)]
  await silent.reached(waiting.length)
  expect(app.pool.totalCount - app.pool.idleCount).toBe(0)
  expect((await keeper.get('/eam/device/list')).status).toBe(200)
  expect((await platform.post(`${path}/submit`, { id: store, remark: '新' })).status).toBe(200)
  await silent.stop()
  for (const answer of await Promise.all(waiting)) expect(answer).toMatchObject({ status: 400, error: 'rule' })
})

test('a store that is changed while it is tried is not used', async () => {
  const { id } = (await platform.post<Row>(`${path}/submit`, { ...bucket, ossCode: 'changing' })).data
  await platform.post(`${path}/secret`, { id, secretKey })
  double.meanwhile = () => platform.post(`${path}/submit`, { id, endpoint: 'http://127.0.0.1:9' })
  expect(await use(id)).toMatchObject({ status: 409, error: 'stale' })
  expect(await rowOf('local')).toMatchObject({ isActive: 1 })
})

test('the S3_* settings win: they are shown, and rows change nothing', async () => {
  const set = await startApp({ env: double.env })
  try {
    const by = await set.signIn('000000', 'admin', 'admin')
    expect((await by.get(`${path}/current`)).data).toEqual({ by: 'settings', ossCode: null, endpoint, bucketName })
    const { id } = (await by.get<Page>(`${path}/list`)).data.records[0]!
    expect((await by.post(`${path}/enable?id=${id}`)).msg).toBe('文件存储由 S3_* 设置决定，不能在此切换')
  } finally {
    await set.stop()
  }
})

const form = (bytes: Buffer, name: string, fileName?: string): FormData => {
  const made = new FormData()
  made.set('file', new File([new Uint8Array(bytes)], name))
  if (fileName) made.set('fileName', fileName)
  return made
}
const put = async (by: Client, call: string, body: FormData) =>
  answerOf<Record<string, string>>(await fetch(`${app.url}/api${path}/endpoint/${call}`, { method: 'POST', headers: by.headers, body }))

test('a whole file is taken as a form: its sender reads it, others do not until a record names it', async () => {
  const bytes = Buffer.from('%PDF-1.4\n%%EOF\n')
  for (const call of ['put-file', 'put-file-attach', 'put-file-attach-by-name']) {
    const { status, data } = await put(keeper, call, form(bytes, '合格证.pdf', call === 'put-file-attach-by-name' ? '另名.pdf' : undefined))
    expect([status, data.originalName]).toEqual([200, call === 'put-file-attach-by-name' ? '另名.pdf' : '合格证.pdf'])
    expect(data.link).toBe(`/api/file/${data.attachId}`)
    expect((await served(data.attachId!)).equals(bytes)).toBe(true)
    expect((await (await app.as('engineer')).file(`/file/${data.attachId}`)).status).toBe(404)
  }
})

test('what is no form, holds no file, or is of a kind that is not kept is refused', async () => {
  const empty = new FormData()
  empty.set('file', 'no file')
  expect(await put(keeper, 'put-file', empty)).toMatchObject({ status: 400, msg: '文件不能为空' })
  expect((await put(keeper, 'put-file', form(Buffer.from('<html><script>1</script>'), 'x.html'))).status).toBe(400)
  expect((await put(keeper, 'put-file', form(Buffer.alloc(21 * 1024 * 1024), 'x.png'))).status).toBe(413)
  const broken = await fetch(`${app.url}/api${path}/endpoint/put-file`, {
    method: 'POST',
    headers: { ...keeper.headers, 'content-type': 'multipart/form-data; boundary=x' },
    body: '--x\r\nbroken',
  })
  expect(broken.status).toBe(400)
  expect((await fetch(`${app.url}/api${path}/endpoint/put-file`, { method: 'POST', body: form(Buffer.from('x'), 'x.png') })).status).toBe(
    401,
  )
  // Another site's page can send a form with the cookies of the person.
  const cookie = `${accessCookie}=${keeper.token}`
  const foreign = { cookie, origin: 'https://elsewhere.example' }
  expect(
    (await fetch(`${app.url}/api${path}/endpoint/put-file`, { method: 'POST', headers: foreign, body: form(Buffer.from('x'), 'x.png') }))
      .status,
  ).not.toBe(200)
})
