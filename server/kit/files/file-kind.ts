import { hasControl } from '#contract/kit/fields/parse.ts'
import { decodeText } from '../import/archive/encodings.ts'
import { isKnownHeading } from '../import/table/known-headings.ts'
import { oldOffice } from './old-office.ts'

const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'mif1', 'msf1'])
const officeParts = [
  ['word/document.xml', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['xl/workbook.xml', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
] as const

/** The MIME type of archives; only imports accept them. */
export const archiveType = 'application/zip'
/** Entries that identify a ZIP file as a program or as a document of a type that is not stored. */
const otherParts = ['META-INF/MANIFEST.MF', 'AndroidManifest.xml', 'mimetype', 'classes.dex']

/** Accepted file types, for messages. */
const keptKinds = {
  zh: '照片（JPG、PNG、GIF、WebP、HEIC）、PDF、Word、Excel、CSV 表格',
  en: 'pictures (JPG, PNG, GIF, WebP, HEIC), PDF, Word, Excel, CSV tables',
}

/** Tables that programs save as HTML, Excel 2003 XML or MHTML, usually named .xls. */
const isPageTable = (bytes: Uint8Array): boolean => {
  const start = decodeText(bytes)?.text.slice(0, 200_000) ?? ''
  return (
    /^\s*(?:<|MIME-Version:)/i.test(start) &&
    /<(?:\w+:)?(?:table|workbook)[\s>]|urn:schemas-microsoft-com:office:(?:excel|spreadsheet)/i.test(start)
  )
}

/** Why a file was rejected, and how to fix it. */
export const refusedKind = (bytes: Uint8Array = new Uint8Array()): { readonly zh: string; readonly en: string } =>
  oldOffice.every((byte, at) => bytes[at] === byte)
    ? {
        zh: '这是旧版 Office 文件（.xls、.doc）或带密码的文件，请去掉密码，表格另存为 .xlsx、文档另存为 .docx 后再上传',
        en: 'This is an old Office file (.xls, .doc) or one with a password. Remove the password and save it as .xlsx, a document as .docx, first',
      }
    : isPageTable(bytes)
      ? {
          zh: '这是以网页或 XML 格式保存的表格（扩展名常为 .xls），请用 Excel 或 WPS 打开，另存为 .xlsx 后再上传',
          en: 'This is a table saved as a web page or XML (often named .xls). Open it in Excel or WPS, save it as .xlsx, then upload that',
        }
      : { zh: `不支持的文件内容，可上传：${keptKinds.zh}`, en: `This type of file is not supported. You can upload: ${keptKinds.en}` }

const text = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to)

/** Names of the entries of a ZIP file, read from the central directory without unpacking. Empty if it is no ZIP file. */
function zipNames(bytes: Buffer): Set<string> {
  const found = new Set<string>()
  const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  if (end < 0 || end + 22 > bytes.length) return found
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (at + 46 > end || text(bytes, at, at + 4) !== 'PK\x01\x02') break
    const [name, extra, note] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [number, number, number]
    found.add(bytes.toString('utf8', at + 46, Math.min(at + 46 + name, end)))
    at += 46 + name + extra + note
  }
  return found
}

// Markup: a table that a browser would open as a web page could run scripts.
const isPage = /^\s*(<|%!|\{\\rtf)/

const separator = /[,;\t|]/
/** Whether a line below a title contains headings: at least two cells are known field names. */
const namesFields = (line: string): boolean =>
  line.split(separator).filter((one) => isKnownHeading(one.replace(/^"(.*)"$/, '$1'))).length > 1

/** Maximum share of control characters in a table with known headings; without known headings none are allowed. */
const mostControl = 0.01

/** Whether bytes are the text of a table: the first lines contain separators or known headings, and no control characters or markup. */
function isTable(bytes: Buffer): boolean {
  const text = decodeText(bytes)?.text
  if (text === undefined || isPage.test(text)) return false
  const lines = text.slice(0, 20_000).split(/\r?\n/, 20)
  const [first = '', second] = lines
  if (second === undefined) return false
  if (hasControl(text, true)) return lines.some(namesFields) && text.replace(/[^\p{Cc}]|[\t\n\r]/gu, '').length <= text.length * mostControl
  return separator.test(first) || isKnownHeading(first.replace(/^"(.*)"$/, '$1')) || lines.some(namesFields)
}

/** The MIME type of a file, detected from its bytes, not its name; undefined for types that are not stored. */
export function typeOf(bytes: Buffer): string | undefined {
  if (bytes.length < 12) return undefined
  if (bytes.readUInt32BE(0) >>> 8 === 0xffd8ff) return 'image/jpeg'
  if (text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (/^GIF8[79]a$/.test(text(bytes, 0, 6))) return 'image/gif'
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return 'image/webp'
  if (text(bytes, 4, 8) === 'ftyp' && heicBrands.has(text(bytes, 8, 12))) return 'image/heic'
  if (text(bytes, 0, 5) === '%PDF-') return 'application/pdf'
  if (text(bytes, 0, 4) !== 'PK\x03\x04') return isTable(bytes) ? 'text/csv' : undefined
  const names = zipNames(bytes)
  // Documents with macros are rejected.
  if ([...names].some((name) => /vbaproject\.bin$/i.test(name))) return undefined
  if (names.has('[Content_Types].xml')) return officeParts.find(([part]) => names.has(part))?.[1]
  // Programs and documents of other kinds are archives as well.
  return names.size === 0 || otherParts.some((part) => names.has(part)) ? undefined : archiveType
}

const endings: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg', 'jfif'],
  'image/png': ['png'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/heic': ['heic', 'heif'],
  'application/pdf': ['pdf'],
  'text/csv': ['csv', 'tsv', 'txt'],
  [archiveType]: ['zip'],
  [officeParts[0][1]]: ['docx'],
  [officeParts[1][1]]: ['xlsx'],
}

/** The file name with an extension that fits its type: with the extension of a web page or a program, the system would open it as one. */
export function nameForType(name: string, type: string): string {
  const [usual, ...others] = endings[type] ?? []
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase()
  return usual === undefined || [usual, ...others].some((one) => one === ending) ? name : `${name}.${usual}`
}

const shownTypes = new Set(['jpeg', 'png', 'gif', 'webp', 'heic'].map((name) => `image/${name}`))

/** Whether browsers may display a stored type inline. */
export const isShown = (type: string): boolean => shownTypes.has(type)
