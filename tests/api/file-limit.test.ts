import { beforeEach, expect, test } from 'vitest'
import { FILE_MAX_BYTES, PART_BYTES } from '#contract/sync/sync-blobs.ts'
import { clearContents } from '#server/jobs/clear-contents.ts'
import { diskStore } from '#server/kit/files/content-store.ts'
import { mostWaiting } from '#server/sync/blobs.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { home } from '#tests/harness/hospitals.ts'
import { picture, send, sendPart, upload } from '#tests/harness/pictures.ts'
import { repairs } from '#tests/harness/repairs.ts'

const app = await appForFile()
const keeper = await app.as('keeper')
beforeEach(async () => {
  await app.sql('delete from file where tenant_id = $1 and of_id is null', [home.tenant])
  await app.sql('delete from file_part where tenant_id = $1', [home.tenant])
})

/** Files of the keeper that hang on no record, as earlier uploads left them. */
const leave = (count: number, size: number, at = '1 hour') =>
  app.sql(
    `insert into file (tenant_id, id, file_name, file_type, file_size, sha256, created_by, created_at)
      select $1, gen_random_uuid(), 'x.jpg', 'image/jpeg', $4, md5(n::text), $2, now() - $5::interval from generate_series(1, $3) n`,
    [home.tenant, home.users.keeper, count, size, at],
  )
const refused = { status: 429, error: 'files_waiting' }

test('the number of a person’s files without a record is limited; one more is refused with a message, other people are not affected', async () => {
  await leave(mostWaiting.files - 1, 1000)
  const [last, over] = [upload(), upload()]
  expect((await send(app, keeper, last)).data.complete).toBe(true)
  const answer = await send(app, keeper, over)
  expect(answer).toMatchObject(refused)
  expect(answer.msg).toMatch(/500 个.*512 MB.*7 天/)
  expect(await app.sql('select 1 from file_part where file_id = $1', [over.id])).toEqual([])
  // A repetition of one that is whole is no new file.
  expect((await send(app, keeper, last)).data.complete).toBe(true)
  expect((await send(app, await app.as('engineer'), upload())).data.complete).toBe(true)
})

test('saving a record with its files frees the quota', async () => {
  await leave(mostWaiting.files - 1, 1000)
  const { card, report } = repairs(app, await app.as('administrator'))
  const used = upload()
  await send(app, keeper, used)
  expect(await send(app, keeper, upload())).toMatchObject(refused)
  await report(keeper, await card(), { images: [used.id] })
  expect((await send(app, keeper, upload())).data.complete).toBe(true)
})

test('unfinished files count too, and their parts by their bytes', async () => {
  await leave(mostWaiting.files - 2, 1000)
  const half = upload(picture(PART_BYTES * 2))
  expect((await sendPart(app, keeper, half, 1)).data.complete).toBe(false)
  expect((await send(app, keeper, upload())).data.complete).toBe(true)
  expect(await sendPart(app, keeper, upload(picture(PART_BYTES * 2)), 1)).toMatchObject(refused)
  expect((await sendPart(app, keeper, half, 2)).data.complete).toBe(true)
})

test('the bytes of a person’s files without a record are limited', async () => {
  await leave(Math.floor(mostWaiting.bytes / FILE_MAX_BYTES), FILE_MAX_BYTES)
  const [{ bytes }] = (await app.sql('select sum(file_size)::float8 as bytes from file where tenant_id = $1 and of_id is null', [
    home.tenant,
  ])) as [{ bytes: number }]
  await leave(1, mostWaiting.bytes - bytes - 2000)
  expect((await send(app, keeper, upload(picture(2000)))).data.complete).toBe(true)
  expect(await send(app, keeper, upload(picture(2000)))).toMatchObject(refused)
})

test('a file without a record after a week is removed and frees the quota', async () => {
  await leave(mostWaiting.files, 1000, '8 days')
  expect(await send(app, keeper, upload())).toMatchObject(refused)
  await clearContents(app.pool, diskStore(`${app.dataDir}/files`))
  expect((await send(app, keeper, upload())).data.complete).toBe(true)
})
