import sharp from 'sharp'
import type { PlateField } from '#contract/codes/nameplate/plate-types.ts'

/** A made picture of a nameplate and what it says. */
export interface MadePlate {
  readonly name: string
  readonly isHard: boolean
  readonly truth: Readonly<Partial<Record<PlateField, string>>>
  readonly picture: () => Promise<Buffer>
}

/** Numbers from 0 to 1 that are the same in every run. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}

const devices = [
  ['病人监护仪', 'Patient Monitor', 'iMEC 10', 'DE-8B'],
  ['注射泵', 'Syringe Pump', 'SP-50 Pro', 'SPA'],
  ['呼吸机', 'Ventilator', 'SV300', 'V3'],
  ['心电图机', 'Electrocardiograph', 'ECG-1200G', 'K2'],
  ['除颤监护仪', 'Defibrillator Monitor', 'BeneHeart D6', 'DF'],
  ['全自动生化分析仪', 'Chemistry Analyzer', 'BS-480', 'BA4-'],
  ['彩色多普勒超声诊断系统', 'Ultrasound System', 'Resona 7T', 'US'],
  ['婴儿培养箱', 'Infant Incubator', 'YP-930', 'C20-'],
  ['高频电刀', 'Electrosurgical Unit', 'ESU-X400', 'ES'],
  ['输液泵', 'Infusion Pump', 'LINZ-8A', 'IP'],
] as const
const makers = [
  ['深圳华瑞生物医疗电子股份有限公司', 'Shenzhen Huarui Bio-Medical Electronics Co., Ltd.'],
  ['宁波康达医疗器械有限公司', 'Kangda Medical Instruments GmbH'],
  ['北京谊诚世纪科技有限公司', 'Northfield Healthcare Inc.'],
  ['上海联合成像设备有限公司', 'Union Imaging Systems Ltd.'],
  ['江苏泽宇医疗科技股份有限公司', 'Zeyu Medizintechnik AG'],
] as const

interface Facts {
  readonly zh: string
  readonly en: string
  readonly model: string
  readonly serial: string
  readonly maker: string
  readonly makerEn: string
  readonly registration: string
  readonly made: string
  readonly power: string
}

const two = (value: number): string => String(value).padStart(2, '0')

function factsOf(next: () => number): Facts {
  const pick = <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T
  const digits = (count: number): string => Array.from({ length: count }, () => Math.floor(next() * 10)).join('')
  const [zh, en, model, start] = pick(devices)
  const [maker, makerEn] = pick(makers)
  const year = 2012 + Math.floor(next() * 13)
  const registration = pick([
    `国械注准${year}3${digits(6)}`,
    `粤械注准${year}2${digits(6)}`,
    `国械注进${year}3${digits(6)}`,
    `苏苏械备${year}${digits(4)}号`,
    `国食药监械(准)字2012第3${digits(6)}号`,
  ])
  return {
    zh,
    en,
    model,
    serial: `${start}${digits(6 + Math.floor(next() * 4))}`,
    maker,
    makerEn,
    registration,
    made: `${year}-${two(1 + Math.floor(next() * 12))}-${two(1 + Math.floor(next() * 28))}`,
    power: pick(['150 VA', '60 W', '1.2 kW', '800 VA', '35 VA']),
  }
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const line = (x: number, y: number, text: string, size = 34): string =>
  `<text x="${x}" y="${y}" font-size="${size}">${escaped(text)}</text>`

interface Drawn {
  readonly marks: string
  readonly says: readonly PlateField[]
  readonly isEnglish?: boolean
}

const chinese = ['name', 'model', 'serial', 'maker', 'registration', 'made', 'power'] as const
const english = ['name', 'model', 'serial', 'maker', 'made', 'power'] as const

/** Layouts as makers print them. */
const layouts: readonly ((facts: Facts, next: () => number) => Drawn)[] = [
  // Labels and colons, a pair a line.
  (of) => ({
    marks: [
      line(60, 110, of.zh, 52),
      ...[
        `产品型号：${of.model}`,
        `产品编号：${of.serial}`,
        `生产日期：${of.made}`,
        `额定功率：${of.power.replace(' ', '')}`,
        `注册证编号：${of.registration}`,
        `生产企业：${of.maker}`,
        '生产地址：高新技术产业园区科技路 18 号',
        '电源：a.c. 220V 50Hz',
      ].map((text, at) => line(60, 190 + at * 66, text)),
    ].join(''),
    says: chinese,
  }),
  // Two columns.
  (of) => ({
    marks: [
      line(360, 100, `产品名称：${of.zh}`, 40),
      line(60, 190, `型 号：${of.model}`),
      line(640, 190, `序列号：${of.serial}`),
      line(60, 260, `生产日期：${of.made.replaceAll('-', '.')}`),
      line(640, 260, `输入功率：${of.power}`),
      line(60, 330, '电源电压：220V～'),
      line(640, 330, '频率：50Hz'),
      line(60, 420, `医疗器械注册证编号：${of.registration}`),
      line(60, 490, '生产许可证编号：粤食药监械生产许20010532号'),
      line(60, 560, `注册人/生产企业：${of.maker}`),
      line(60, 630, '售后服务电话：400-700-5652'),
    ].join(''),
    says: chinese,
  }),
  // A table with lines, labels at the left.
  (of) => {
    const rows: [string, string][] = [
      ['设备名称', of.zh],
      ['规格型号', of.model],
      ['出厂编号', of.serial],
      ['制造日期', of.made.replace(/(\d+)-(\d+)-(\d+)/, '$1年$2月$3日')],
      ['额定功率', of.power],
      ['注册证号', of.registration],
      ['制造商', of.maker],
    ]
    return {
      marks: rows
        .map(([label, value], at) => {
          const y = 80 + at * 92
          const box = (x: number, width: number): string =>
            `<rect x="${x}" y="${y}" width="${width}" height="92" fill="none" stroke="currentColor" stroke-width="2"/>`
          return `${box(60, 220)}${box(280, 860)}${line(85, y + 58, label)}${line(305, y + 58, value)}`
        })
        .join(''),
      says: chinese,
    }
  },
  // English.
  (of) => ({
    marks: [
      line(60, 100, of.makerEn, 36),
      line(60, 190, `Product: ${of.en}`),
      line(60, 260, `Model: ${of.model}`),
      line(60, 330, `Serial No.: ${of.serial}`),
      line(60, 400, `Date of manufacture: ${of.made}`),
      line(60, 470, `Rated power: ${of.power}`),
      line(60, 540, 'Voltage: 100-240V~ 50/60Hz'),
      line(60, 610, `Manufacturer: ${of.makerEn}`, 30),
      line(60, 680, 'Made in Germany', 26),
    ].join(''),
    says: english,
    isEnglish: true,
  }),
  // Symbols of ISO 15223 and English labels over values.
  (of) => {
    const cell = (x: number, y: number, label: string, value: string): string => line(x, y, label, 26) + line(x, y + 52, value, 38)
    const symbol = (x: number, y: number, sign: string, value: string): string =>
      `<rect x="${x}" y="${y - 40}" width="86" height="52" fill="none" stroke="currentColor" stroke-width="3"/>${line(x + 10, y, sign, 34)}${line(x + 110, y, value, 38)}`
    return {
      marks: [
        line(60, 110, of.en, 50),
        symbol(60, 210, 'REF', of.model),
        symbol(620, 210, 'SN', of.serial),
        cell(60, 310, 'MANUFACTURING DATE', of.made),
        cell(620, 310, 'POWER CONSUMPTION', of.power),
        line(60, 470, `Manufactured by ${of.makerEn}`, 30),
        line(60, 540, 'Made in U.S.A.', 26),
      ].join(''),
      says: english,
      isEnglish: true,
    }
  },
  // Two languages.
  (of) => ({
    marks: [
      line(60, 100, `${of.zh}  ${of.en}`, 44),
      line(60, 190, `型号 Model：${of.model}`),
      line(60, 256, `序列号 SN：${of.serial}`),
      line(60, 322, `生产日期 Date：${of.made}`),
      line(60, 388, `额定功率 Rated power：${of.power}`),
      line(60, 454, `注册证编号 Reg. No.：${of.registration}`),
      line(60, 520, '输入 Input：100-240V~ 50/60Hz'),
      line(60, 586, `制造商 Manufacturer：${of.maker}`),
      line(60, 652, '地址 Address：浙江省宁波市科技园区', 28),
    ].join(''),
    says: chinese,
  }),
]

const fonts = [
  'Noto Sans CJK SC',
  'Noto Serif CJK SC',
  'DejaVu Sans, Noto Sans CJK SC',
  'Liberation Sans, Noto Sans CJK SC',
  'DejaVu Sans Mono, Noto Sans CJK SC',
]
const grounds = [
  ['#f2f2ee', '#1c1c1c'],
  ['#c9cccf', '#202428'],
  ['#23272b', '#e8e8e8'],
  ['#e6dfc4', '#2a2520'],
  ['#b9c0c4', '#39434a'],
] as const

const WIDTH = 1200
const HEIGHT = 760

/** Moves the corners of a picture, as a camera does that looks from the side. */
async function slanted(file: Buffer, corners: readonly (readonly [number, number])[], width: number, height: number): Promise<Buffer> {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  // The projection that maps the unit square to the corners, turned round for each pixel.
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = corners as [[number, number], [number, number], [number, number], [number, number]]
  const [dx1, dx2, dx3] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3]
  const [dy1, dy2, dy3] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3]
  const of = dx1 * dy2 - dx2 * dy1
  const g = (dx3 * dy2 - dx2 * dy3) / of
  const h = (dx1 * dy3 - dx3 * dy1) / of
  const [a, b, c] = [x1 - x0 + g * x1, x3 - x0 + h * x3, x0]
  const [d, e, f] = [y1 - y0 + g * y1, y3 - y0 + h * y3, y0]
  const out = Buffer.alloc(width * height * 3, 128)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [p, q, r, s] = [a - g * x, b - h * x, d - g * y, e - h * y]
      const by = p * s - q * r
      const u = ((x - c) * s - q * (y - f)) / by
      const v = (p * (y - f) - (x - c) * r) / by
      if (u < 0 || v < 0 || u >= 1 || v >= 1) continue
      const [px, py] = [u * (info.width - 1), v * (info.height - 1)]
      const [left, top] = [Math.floor(px), Math.floor(py)]
      for (let channel = 0; channel < 3; channel++) {
        const at = (i: number, j: number): number =>
          data[(Math.min(info.height - 1, top + j) * info.width + Math.min(info.width - 1, left + i)) * 4 + channel] as number
        const [wx, wy] = [px - left, py - top]
        out[(y * width + x) * 3 + channel] = (at(0, 0) * (1 - wx) + at(1, 0) * wx) * (1 - wy) + (at(0, 1) * (1 - wx) + at(1, 1) * wx) * wy
      }
    }
  return sharp(out, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

/** Noise of a sensor. */
async function grainy(file: Buffer, strength: number, next: () => number): Promise<Buffer> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  for (let at = 0; at < data.length; at++) data[at] = Math.max(0, Math.min(255, data[at]! + (next() + next() + next() - 1.5) * strength))
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .png()
    .toBuffer()
}

/** A plate as a vector picture. `beside`: a glare over it. */
function drawn(marks: string, at: number, beside = ''): Buffer {
  const [ground, ink] = grounds[at % grounds.length]!
  const font = fonts[(at * 3 + Math.floor(at / 5)) % fonts.length]!
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="${ground}"/><rect x="20" y="20" width="${WIDTH - 40}" height="${HEIGHT - 40}" rx="18" fill="none" stroke="${ink}" stroke-width="3"/><g color="${ink}" fill="${ink}" font-family="${font}">${marks}</g>${beside}</svg>`,
  )
}

const glare = (next: () => number): string => {
  const [x, y] = [200 + next() * 800, 120 + next() * 500]
  return `<defs><radialGradient id="g"><stop offset="0" stop-color="#fff" stop-opacity=".82"/><stop offset=".5" stop-color="#fff" stop-opacity=".45"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs><ellipse cx="${x}" cy="${y}" rx="${180 + next() * 160}" ry="${90 + next() * 80}" fill="url(#g)"/>`
}

async function photographed(svg: Buffer, isHard: boolean, at: number, next: () => number): Promise<Buffer> {
  const size = isHard ? { width: 1150, height: 900 } : { width: 1400, height: 1000 }
  const bend = isHard ? 0.09 : 0.02
  const away = (): number => (next() - 0.5) * 2 * bend
  const turn = (next() - 0.5) * 2 * (isHard ? 0.14 : 0.035)
  const corner = (x: number, y: number): [number, number] => {
    const [u, v] = [(x - 0.5) * size.width * 0.86, (y - 0.5) * size.width * 0.86 * (HEIGHT / WIDTH)]
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
    return [
      size.width / 2 + u * cos - v * sin + away() * size.width * 0.5,
      size.height / 2 + u * sin + v * cos + away() * size.height * 0.5,
    ]
  }
  let picture = await slanted(
    await sharp(svg).png().toBuffer(),
    [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)],
    size.width,
    size.height,
  )
  // One of a blur, dim light and few pixels.
  const fault = at % 3
  if (isHard) {
    if (fault === 0) picture = await sharp(picture).blur(1.5).png().toBuffer()
    if (fault === 1) picture = await sharp(picture).linear(0.45, 30).blur(0.8).png().toBuffer()
    if (fault === 2) picture = await sharp(picture).resize(820).png().toBuffer()
  }
  picture = await grainy(picture, isHard ? 26 : 8, next)
  const turns = isHard && at % 5 === 0 ? (at % 2 === 0 ? 180 : 90) : 0
  return sharp(picture)
    .rotate(turns)
    .jpeg({ quality: isHard ? 62 : 85 })
    .toBuffer()
}

/** Sixty plates, half of them hard to read; the same in every run. */
export const plates: readonly MadePlate[] = Array.from({ length: 60 }, (_, at): MadePlate => {
  const isHard = at >= 30
  const next = random(20_261_130 + at)
  const of = factsOf(next)
  const { marks, says, isEnglish = false } = layouts[at % layouts.length]!(of, next)
  const all: Record<PlateField, string> = {
    name: isEnglish ? of.en : of.zh,
    model: of.model,
    serial: of.serial,
    maker: isEnglish ? of.makerEn : of.maker,
    registration: of.registration,
    made: of.made,
    power: of.power,
    udiDi: '',
    udiPi: '',
  }
  return {
    name: `${isHard ? 'hard' : 'clear'}-${String(at).padStart(2, '0')}`,
    isHard,
    truth: Object.fromEntries(says.map((field) => [field, all[field]])),
    picture: () => photographed(drawn(marks, at, isHard && at % 2 === 0 ? glare(next) : ''), isHard, at, next),
  }
})
