import type { Readable } from 'node:stream'
import type { Sharp } from 'sharp'
import { labelTemplate } from '#contract/entities/label/label-template.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Context } from '#server/kit/context.ts'
import { refusalOf } from '#server/kit/refuse.ts'

/** A stored picture: where its content is and what it was found to be. */
export interface StoredLogo {
  readonly sha256: string
  readonly fileType: string
  readonly fileSize: number
}

const mostBytes = 2 * 1024 * 1024
const mostPixels = 16_000_000
// As large as a label prints it finely.
const printedPixels = 600

const unreadable = (): Refusal =>
  new Refusal('rule', { zh: '标志图片已损坏，无法读取，请换一张', en: 'The logo’s picture is damaged. Choose another one' })

async function bytesOf(body: Readable): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of body) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

// Loaded only for a logo: it needs a native library.
async function opened(context: Context, { sha256 }: StoredLogo): Promise<Sharp> {
  const bytes = await bytesOf(await context.tools.contents.read(context.actor.tenantId, sha256))
  const { default: sharp } = await import('sharp')
  return sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
}

/** Width divided by height of a picture that may be a logo. Refuses what is no whole PNG or JPEG of at most 2 MB. */
export async function logoRatio(context: Context, logo: StoredLogo): Promise<number> {
  const isKind = logo.fileType === 'image/png' || logo.fileType === 'image/jpeg'
  if (!isKind || logo.fileSize > mostBytes)
    throw new Refusal('rule', {
      zh: '标志只能是不超过 2 MB 的 PNG 或 JPG 图片',
      en: 'The logo must be a PNG or JPG picture of at most 2 MB',
    })
  try {
    const picture = await opened(context, logo)
    const { width, height } = (await picture.rotate().toBuffer({ resolveWithObject: true })).info
    if (width / height >= 0.1 && width / height <= 20) return width / height
  } catch {
    throw unreadable()
  }
  throw refusalOf([{ field: 'logo', label: labelTemplate.fields.logo, rule: 'pattern' }])
}

/** A logo as it is put into a PDF: plain PNG on white, for any uploaded format. Undefined when it is no longer there. */
export async function printableLogo(context: Context, logo: StoredLogo | undefined): Promise<Buffer | undefined> {
  if (!logo || !(await context.tools.contents.has(context.actor.tenantId, logo.sha256, logo.fileSize))) return undefined
  try {
    const picture = await opened(context, logo)
    const size = { width: printedPixels, height: printedPixels, fit: 'inside', withoutEnlargement: true } as const
    return await picture.rotate().resize(size).flatten({ background: '#fff' }).toColourspace('srgb').png({ palette: false }).toBuffer()
  } catch {
    throw unreadable()
  }
}
