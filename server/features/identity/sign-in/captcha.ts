import type pg from 'pg'
import { v7 } from 'uuid'
import { Refusal } from '#contract/kit/errors.ts'
import { isId } from '#contract/kit/fields/parse.ts'
import { writeAs } from '#server/db/pool.ts'
import { captchaPicture, captchaText } from './captcha-picture.ts'

const platform = '000000'

/** A new picture of four characters that lives five minutes; `image` is a data URL of a PNG. */
export async function newCaptcha(pool: pg.Pool): Promise<{ key: string; image: string }> {
  const [key, text] = [v7(), captchaText()]
  const picture = await captchaPicture(text)
  await writeAs(pool, platform, async (tx) => {
    tx.later({ text: 'delete from captcha where expires_at < now()' })
    tx.later({
      text: `insert into captcha (id, answer, expires_at) values ($1, $2, now() + interval '5 minutes')`,
      values: [key, text],
    })
  })
  return { key, image: `data:image/png;base64,${picture.toString('base64')}` }
}

/** Refuses a wrong answer; an answer is good once, right or wrong. */
export async function checkCaptcha(pool: pg.Pool, key: unknown, code: unknown): Promise<void> {
  if (!isId(key) || typeof code !== 'string') throw new Refusal('wrong_captcha')
  const { rows } = await writeAs(pool, platform, (tx) =>
    tx.run({ text: 'delete from captcha where id = $1 and expires_at > now() returning answer', values: [key] }),
  )
  if (rows[0]?.answer !== code.trim().toLowerCase()) throw new Refusal('wrong_captcha')
}
