import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Words } from '#contract/kit/words.ts'
import { FILE_MAX_BYTES } from '#contract/sync/sync-blobs.ts'
import { safeFileName } from '#server/kit/files/download.ts'
import { archiveType, refusedKind, typeOf } from '#server/kit/files/file-kind.ts'
import { ImportRefusal } from '../import-refusal.ts'
import { damaged, pieces, type ZipPart } from './zip-parts.ts'

/** A compressed file of a ZIP archive. */
export interface ArchiveFile extends ZipPart {
  /** The names of its folders and its own name, outermost first. */
  readonly path: readonly string[]
  /** Size and checksum as declared by the archive. */
  readonly size: number
  readonly crc: number
}

/** The content of an archive's file, or why it is rejected. `place`: its index in `archiveFiles`. */
export type Inspected = { readonly place: number; readonly path: readonly string[]; readonly size: number } & (
  | { readonly sha256: string; readonly type: string }
  | { readonly refused: Words }
)

/** Limits for the archives of one import. */
export const mostFiles = 5000
const mostUnpacked = 1024 * 1024 * 1024

/** The remaining limits of one import: files, and unpacked bytes. */
export interface Room {
  readonly files: number
  readonly bytes: number
}
/** The limits of an import that has read nothing yet. */
export const wholeRoom: Room = { files: mostFiles, bytes: mostUnpacked }

/** The remaining limits after these files. */
export const remainingRoom = ({ files, bytes }: Room, inspected: readonly Inspected[]): Room => ({
  files: files - inspected.length,
  bytes: bytes - inspected.reduce((sum, { size }) => sum + (size > FILE_MAX_BYTES ? 0 : size), 0),
})

const endMark = 0x06054b50
const entryMark = 0x02014b50
const encrypted = 0x2041
const utf8 = 0x0800
/** The extra field with the name in UTF-8 (Info-ZIP, appendix 4.6.9 of the format). */
const nameField = 0x7075

const tooManyFiles = (): ImportRefusal =>
  new ImportRefusal(
    `压缩包里的文件超过 ${mostFiles} 个，已拒绝；请拆成几个压缩包分次导入`,
    `There are more than ${mostFiles} files in the archives. Import them in parts`,
  )
const tooMuch = (): ImportRefusal =>
  new ImportRefusal(
    '压缩包解压后过大，已拒绝读取；请拆成几个压缩包分次导入',
    'The archives become too large when they are unpacked. Import them in parts',
  )
const locked = (): ImportRefusal =>
  new ImportRefusal('压缩包有密码，请去掉密码后重新压缩', 'The archive is protected by a password. Remove it and pack the files again')
const outside = (name: string): ImportRefusal =>
  new ImportRefusal(
    `压缩包里有指向外部的路径“${name.slice(0, 80)}”，已拒绝；请重新压缩`,
    `The archive has a path that leads out of it, “${name.slice(0, 80)}”. Pack the files again`,
  )
const split = (): ImportRefusal =>
  new ImportRefusal(
    '压缩包是分卷或超过 4 GB 的格式，无法读取；请重新压缩',
    'The archive is split or of the format for more than 4 GB. Pack the files again',
  )

const tooBig: Words = {
  zh: `超过 ${FILE_MAX_BYTES / 1024 / 1024} MB`,
  en: `Larger than ${FILE_MAX_BYTES / 1024 / 1024} MB`,
}
const nested: Words = { zh: '压缩包里的压缩包，请解压后再放入', en: 'An archive inside the archive: unpack it first' }
const untrue: Words = {
  zh: '内容与压缩包中写的大小或校验码不符，文件已损坏',
  en: 'Damaged: the size or checksum is not the one in the archive',
}
const empty: Words = { zh: '空文件', en: 'Empty file' }

/** Files that operating systems and office programs (`~$`) add to archives. */
const litter = /^(?:\.ds_store|thumbs\.db|ehthumbs\.db|desktop\.ini|\._.*|~\$.*)$/i
const isLitter = (path: readonly string[]): boolean => path[0] === '__MACOSX' || litter.test(path.at(-1)!)

interface RawName {
  readonly bytes: Uint8Array
  readonly isUtf8: boolean
}

const strict = new TextDecoder('utf-8', { fatal: true })
const gb18030 = new TextDecoder('gb18030')

function isUtf8(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes)
    return true
  } catch {
    return false
  }
}

/**
 * Decodes names without an encoding flag as UTF-8 if all are valid UTF-8, else as GB18030: a short GB18030 name may happen to be valid
 * UTF-8, but not all names.
 */
function readerOf(names: readonly RawName[]): (name: RawName) => string {
  const areAll = names.every(({ bytes, isUtf8: isMarked }) => isMarked || isUtf8(bytes))
  return (name) => (name.isUtf8 || areAll ? new TextDecoder() : gb18030).decode(name.bytes)
}

/** The UTF-8 name from the extra field; undefined if there is none or it belongs to another name. */
function unicodeName(extra: Buffer, raw: Buffer): Uint8Array | undefined {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    const size = extra.readUInt16LE(at + 2)
    if (extra.readUInt16LE(at) !== nameField || size < 5 || at + 4 + size > extra.length) continue
    return extra.readUInt32LE(at + 5) === crc32(raw) ? extra.subarray(at + 9, at + 4 + size) : undefined
  }
  return undefined
}

/** The parts of a path; throws if it leads out of the archive. */
function pathOf(name: string): string[] {
  const written = name.replaceAll('\\', '/')
  const parts = written.split('/')
  if (/^(?:\/|[a-z]:)/i.test(written) || parts.includes('..')) throw outside(name)
  return parts.flatMap((part) => (part === '' || part === '.' ? [] : [safeFileName(part).replace(/\p{Cc}/gu, '') || '_']))
}

/**
 * The files of a ZIP archive in order, without folders and system files. Names are UTF-8 or GB18030. Throws if the archive is damaged,
 * split or encrypted, if a path leads out of it, or if it has more than 5,000 files.
 */
export function archiveFiles(whole: Uint8Array): ArchiveFile[] {
  const bytes = Buffer.from(whole.buffer, whole.byteOffset, whole.byteLength)
  let end = bytes.length - 22
  while (end >= 0 && end > bytes.length - 65_558 && bytes.readUInt32LE(end) !== endMark) end--
  if (end < 0 || bytes.readUInt32LE(end) !== endMark) throw damaged()
  const [disk, count, first] = [bytes.readUInt16LE(end + 4), bytes.readUInt16LE(end + 10), bytes.readUInt32LE(end + 16)]
  if (disk !== 0 || count === 0xffff || first === 0xffffffff) throw split()
  const entries: { name: RawName; method: number; size: number; crc: number; packed: Buffer }[] = []
  let at = first
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== entryMark) throw damaged()
    const flags = bytes.readUInt16LE(at + 8)
    if (flags & encrypted) throw locked()
    const [nameSize, extraSize, noteSize] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place)) as [number, number, number]
    const [crc, packedSize, size, local] = [16, 20, 24, 42].map((place) => bytes.readUInt32LE(at + place)) as [
      number,
      number,
      number,
      number,
    ]
    if ([packedSize, size, local].includes(0xffffffff)) throw split()
    if (local + 30 > bytes.length) throw damaged()
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    if (start + packedSize > bytes.length) throw damaged()
    const raw = bytes.subarray(at + 46, at + 46 + nameSize)
    const unicode = unicodeName(bytes.subarray(at + 46 + nameSize, at + 46 + nameSize + extraSize), raw)
    const name = { bytes: unicode ?? raw, isUtf8: unicode !== undefined || (flags & utf8) !== 0 }
    entries.push({ name, method: bytes.readUInt16LE(at + 10), size, crc, packed: bytes.subarray(start, start + packedSize) })
    at += 46 + nameSize + extraSize + noteSize
  }
  const read = readerOf(entries.map(({ name }) => name))
  const files = entries.flatMap(({ name: raw, ...rest }): ArchiveFile[] => {
    const name = read(raw)
    const path = pathOf(name)
    return /[\\/]$/.test(name) || path.length === 0 || isLitter(path) ? [] : [{ ...rest, name, path }]
  })
  if (files.length > mostFiles) throw tooManyFiles()
  return files
}

/** The content of an archive's file; undefined if size or checksum differ from the declared ones. Buffers at most the declared size. */
export async function unpacked({ size, crc, ...part }: ArchiveFile): Promise<Buffer | undefined> {
  const found: Buffer[] = []
  try {
    // Stops as soon as the declared size is exceeded.
    for await (const piece of pieces(part, size)) found.push(piece)
  } catch (error) {
    if (error instanceof ImportRefusal) return undefined
    throw error
  }
  const content = Buffer.concat(found)
  return content.length === size && crc32(content) === crc ? content : undefined
}

/** The reason why a content is not stored. */
const refusalOf = (content: Buffer): Words =>
  content.readUInt32BE(0) === 0x504b0304 && typeOf(content) === archiveType ? nested : refusedKind(content)

async function inspect(file: ArchiveFile, place: number): Promise<Inspected> {
  const of = { place, path: file.path, size: file.size }
  if (file.size > FILE_MAX_BYTES) return { ...of, refused: tooBig }
  if (file.size === 0) return { ...of, refused: empty }
  const content = await unpacked(file)
  if (!content) return { ...of, refused: untrue }
  const type = typeOf(content)
  if (type === undefined || type === archiveType) return { ...of, refused: content.length < 4 ? refusedKind(content) : refusalOf(content) }
  return { ...of, sha256: createHash('sha256').update(content).digest('hex'), type }
}

/**
 * Reads the files of an archive one after the other, except the one at `except`. Throws like `archiveFiles`, and if the limits in `room`
 * are exceeded.
 */
export async function inspectArchive(bytes: Uint8Array, room: Room, except?: number): Promise<Inspected[]> {
  const files = archiveFiles(bytes)
  if (files.length > room.files) throw tooManyFiles()
  let left = room.bytes
  const found: Inspected[] = []
  for (const [place, file] of files.entries()) {
    if (place === except) continue
    if (file.size <= FILE_MAX_BYTES) left -= file.size
    if (left < 0) throw tooMuch()
    found.push(await inspect(file, place))
  }
  return found
}

/** Reads the parts of a workbook that cells show as pictures, by path. Throws like `archiveFiles`. */
export async function inspectParts(bytes: Uint8Array, parts: ReadonlySet<string>): Promise<ReadonlyMap<string, Inspected>> {
  const found = new Map<string, Inspected>()
  if (parts.size === 0) return found
  for (const [place, file] of archiveFiles(bytes).entries())
    if (parts.has(file.path.join('/'))) found.set(file.path.join('/'), await inspect(file, place))
  return found
}

const tableName = /\.(?:xlsx|csv|tsv)$/i
const listName = /台账|清单|目录|列表|明细|汇总|资产|设备表|list|register|inventory/i
const shownNames = 5

/** Index of the list within an archive: its only table in the outermost folder that contains one. Throws if there is none or several. */
export function listAmong(files: readonly ArchiveFile[]): number {
  const tables = [...files.entries()].filter(([, { path }]) => tableName.test(path.at(-1)!))
  const depth = Math.min(...tables.map(([, { path }]) => path.length))
  const outer = tables.filter(([, { path }]) => path.length === depth)
  const named = outer.filter(([, { path }]) => listName.test(path.at(-1)!))
  const [first, ...others] = named.length === 1 ? named : outer
  if (!first)
    throw new ImportRefusal(
      '压缩包里没有表格（.xlsx 或 .csv）；请把列表放进压缩包，或与压缩包一起选择',
      'There is no table (.xlsx or .csv) in the archive. Put the list into it, or choose both together',
    )
  if (others.length > 0) {
    const names = [first, ...others].slice(0, shownNames).map(([, { path }]) => path.at(-1)!)
    throw new ImportRefusal(
      `压缩包里有多个表格：${names.join('、')}；请只保留要导入的一个，或把它与压缩包一起选择`,
      `There are several tables in the archive: ${names.join(', ')}. Leave only the one to import, or choose it together with the archive`,
    )
  }
  return first[0]
}

/**
 * The table of an uploaded file: the file itself, or the list in an archive. Throws if an archive contains no list, or one that is damaged
 * or too large.
 */
export async function tableIn(bytes: Uint8Array): Promise<Uint8Array> {
  if (typeOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) !== archiveType) return bytes
  const files = archiveFiles(bytes)
  const list = files[listAmong(files)]!
  const content = list.size > FILE_MAX_BYTES ? undefined : await unpacked(list)
  if (!content) throw damaged()
  return new Uint8Array(content)
}
