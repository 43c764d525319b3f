import { updateInfo } from '#contract/calls/identity/user.ts'
import { avatarBytes, avatarTypes, noAvatar } from '#contract/entities/identity/avatar.ts'
import { user } from '#contract/entities/identity/user.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { isId } from '#contract/kit/fields/parse.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { bindFiles } from '#server/kit/files/files.ts'
import { refusalOf } from '#server/kit/refuse.ts'

/** Where a person's picture is read, small; the product's sign without one. */
export const avatarAddress = (id: unknown): string => (typeof id === 'string' && id !== '' ? `/api/file/${id}?size=thumb` : noAvatar)

const refuse = (zh: string, en: string): Refusal => new Refusal('rule', { zh, en }, [{ field: 'avatar' }])

/** The id of the file in an id or an address of ours; empty for none. Refuses everything else. */
export function pictureIn(given: string | null | undefined): string {
  if (given === noAvatar) return ''
  const id = /^(?:\S*\/api\/file\/)?([0-9a-f-]{36})(?:\?\S*)?$/i.exec(given ?? '')?.[1] ?? ''
  if (given && !isId(id)) throw refusalOf([{ field: 'avatar', label: updateInfo.input.avatar, rule: 'absent' }])
  return id.toLowerCase()
}

/** Hangs a picture on the person's own row; the former one hangs nowhere any more and is cleared away later. Refuses a file that is no picture for it. */
export async function hangPicture(context: Context, tx: Transaction, id: string, former: string): Promise<void> {
  const { userId } = context.actor
  if (id !== '') {
    const { rows } = await tx.run({
      text: 'select file_type, file_size from file where tenant_id = $1 and id = $2',
      values: [tx.tenantId, id],
    })
    const [found] = rows
    if (found && !avatarTypes.includes(String(found.file_type)))
      throw refuse('头像只能是 jpg 或 png 图片', 'The picture must be a jpg or png')
    if (found && Number(found.file_size) > avatarBytes) throw refuse('头像不能超过 500kb', 'The picture must not be larger than 500 kB')
    const field = { kind: 'ids', to: 'file', zh: updateInfo.input.avatar.zh, en: updateInfo.input.avatar.en } as const
    await bindFiles(context, tx, { entity: user.name, id: userId }, [{ field, to: [id] }])
  }
  if (former !== '')
    tx.later({
      text: `update file set of_entity = null, of_id = null where tenant_id = $1 and id = $2::uuid and of_entity = $3 and of_id = $4`,
      values: [tx.tenantId, former, user.name, userId],
    })
}
