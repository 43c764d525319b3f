import { out } from '../../kit/entity/answer.ts'

/** A session: browser, shortened address, first and last use; `endTime`: when it ends in any case; `isReused`: it was ended because its token came twice. */
export const sessionRow = {
  id: out.text,
  client: out.nullable(out.text),
  address: out.nullable(out.text),
  createTime: out.text,
  lastTime: out.text,
  endTime: out.text,
  isReused: out.flag,
  endedTime: out.nullable(out.text),
  isThis: out.boolean,
} as const
