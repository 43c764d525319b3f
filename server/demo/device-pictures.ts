/** Plain drawings of the commonest devices, as the inside of an SVG of 240 by 180. Drawn for the demo: no maker's product. */

const [line, body, dark, glass, green, blue, amber, red] = [
  '#7d92a6',
  '#f8fafc',
  '#c9d5e0',
  '#14323f',
  '#4fd1a5',
  '#3b82c4',
  '#f2b134',
  '#e05d5d',
] as const

const box = (x: number, y: number, w: number, h: number, fill: string = body, r = 6): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}" stroke="${line}" stroke-width="2"/>`
const disc = (x: number, y: number, r: number, fill: string = body): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" stroke="${line}" stroke-width="2"/>`
const way = (d: string, stroke: string = line, width = 4): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
const lamp = (x: number, y: number, fill: string): string => `<circle cx="${x}" cy="${y}" r="3" fill="${fill}"/>`

/** A screen with the curve of a heart and one of a breath. */
const curves = (x: number, y: number, w: number, h: number): string => {
  const [third, step] = [h / 3, w / 12]
  const beat = (from: number): string => `l${step} 0 l${step / 2} -${third / 2} l${step / 2} ${third} l${step / 2} -${third / 2} l${from} 0`
  return (
    box(x, y, w, h, glass, 4) +
    way(`M${x + 4} ${y + third}${beat(step * 2)}${beat(step * 2)}`, green, 2) +
    way(`M${x + 4} ${y + 2.2 * third}q${step * 1.5} -${third} ${step * 3} 0t${step * 3} 0t${step * 3} 0`, amber, 2)
  )
}
/** A screen with the fan of an ultrasound. */
const echo = (x: number, y: number, w: number, h: number): string => {
  const [middle, deep] = [x + w / 2, y + h - 8]
  return (
    box(x, y, w, h, glass, 4) +
    `<path d="M${middle - 6} ${y + 6}h12L${middle + w / 3} ${deep}q-${w / 3} 10 -${(2 * w) / 3} 0z" fill="#8fa3b0"/>` +
    `<ellipse cx="${middle}" cy="${y + h * 0.62}" rx="${w / 9}" ry="${h / 8}" fill="${glass}"/>`
  )
}
/** A screen with measured values. */
const values = (x: number, y: number, w: number, h: number): string =>
  box(x, y, w, h, glass, 4) +
  [0.25, 0.5, 0.75]
    .map((at) => way(`M${x + 8} ${y + h * at}h${w * 0.35}M${x + w * 0.62} ${y + h * at}h${w * 0.2}`, at === 0.5 ? amber : green, 3))
    .join('')
const wheels = (x: number, y: number, w: number): string =>
  way(`M${x} ${y}H${x + w}`, line, 6) + [x + 2, x + w - 2].map((at) => disc(at, y + 7, 6, dark)).join('')
/** A column on wheels. */
const stand = (x: number, top: number, w = 70): string => way(`M${x} ${top}V158`, line, 7) + wheels(x - w / 2, 160, w)
const drip = (x: number): string => way(`M${x} 168V18H${x + 26}`) + box(x + 16, 20, 20, 30, '#dcecf7', 8) + way(`M${x + 26} 50V70`, blue, 2)

const monitor =
  curves(62, 30, 100, 70) + box(50, 20, 140, 92, 'none', 10) + lamp(176, 40, red) + lamp(176, 54, amber) + lamp(176, 68, green)
const pump = (inside: string): string =>
  drip(40) + box(84, 52, 110, 78, body, 10) + box(96, 64, 60, 24, glass, 3) + inside + lamp(178, 68, green)
const cart = (inside: string): string => box(64, 92, 112, 62) + inside + wheels(70, 160, 100)
const cabinet = (inside: string): string => box(56, 14, 128, 152, body, 8) + inside
const bed = (head: number): string =>
  way(`M36 108 L92 ${head} M92 108H204`, line, 8) +
  box(90, 96, 116, 16, '#dcecf7', 6) +
  way('M56 112V150M190 112V150') +
  wheels(48, 152, 150) +
  way('M206 66V112', line, 6)
const endoscope = (turns: number): string =>
  cart(box(78, 100, 84, 16, dark) + box(78, 122, 84, 16, dark) + lamp(90, 130, green)) +
  box(82, 30, 76, 50, glass, 4) +
  disc(120, 55, 20, '#c98a7d') +
  disc(124, 57, 8, '#7c4438') +
  Array.from({ length: turns }, (_, at) => way(`M182 ${90 + at * 10}q26 ${14 + at * 4} 4 ${30 + at * 6}`, '#33414d', 4)).join('')
const microscope =
  way('M150 150q40 -60 -20 -100', line, 9) +
  way('M126 46 L104 92', line, 12) +
  box(80, 108, 66, 8, dark, 2) +
  box(70, 150, 104, 12, dark, 4) +
  lamp(108, 102, amber)
const ultrasound =
  echo(76, 18, 88, 58) +
  way('M120 76V96') +
  box(72, 96, 96, 22, dark) +
  cart('') +
  way('M176 108q24 24 8 46', '#33414d', 3) +
  disc(184, 154, 6, blue)
const analyser = (lid: string): string => box(34, 60, 172, 92, body, 8) + lid + values(140, 74, 54, 32) + box(46, 116, 148, 22, dark, 4)

/** What is drawn, by the name of a device. */
const drawings: Readonly<Record<string, string>> = {
  病人监护仪: monitor + stand(120, 112),
  胎儿监护仪: monitor + way('M86 128q34 30 70 0', '#c98ac0', 5) + disc(78, 132, 9, '#e7c9e2') + disc(162, 132, 9, '#c9dfee'),
  除颤监护仪:
    box(56, 56, 128, 96, body, 12) +
    curves(70, 70, 70, 46) +
    disc(162, 92, 10, red) +
    way('M74 56q46 -40 92 0', line, 8) +
    way('M162 132l-8 10h8l-6 10', amber, 3),
  呼吸机:
    curves(70, 18, 100, 62) +
    box(86, 82, 68, 58) +
    disc(104, 110, 8, dark) +
    disc(134, 110, 8, dark) +
    way('M104 118q-44 8 -50 36M134 118q40 6 62 34', '#8ec4e8', 5) +
    stand(120, 140, 90),
  麻醉机:
    curves(66, 14, 70, 46) +
    box(58, 64, 124, 34) +
    disc(80, 82, 9, amber) +
    disc(106, 82, 9, blue) +
    box(150, 34, 24, 30, '#dcecf7', 8) +
    way('M182 84q26 10 18 46', '#8ec4e8', 5) +
    cart(box(74, 104, 92, 14, dark) + box(74, 126, 92, 14, dark)),
  输液泵: pump(way('M140 52V130', '#8ec4e8', 4) + lamp(112, 110, blue) + lamp(128, 110, blue)),
  注射泵: pump(box(96, 98, 76, 14, '#dcecf7', 4) + way('M172 105H188M188 98V112', line, 4)),
  心电图机:
    box(46, 70, 148, 74, body, 10) +
    box(60, 82, 70, 34, glass, 3) +
    way('M66 100h14l5 -12l6 22l5 -10h28', green, 2) +
    box(142, 82, 40, 26, '#fdf1f0', 2) +
    way('M146 95h8l4 -8l4 14l3 -6h12', red, 2) +
    way('M60 144q-18 16 -6 26M80 144q-8 16 2 24M100 144v22', '#33414d', 2),
  彩色多普勒超声诊断仪: ultrasound,
  便携式超声诊断仪:
    echo(62, 30, 116, 66) +
    `<path d="M44 104h152l14 38H30z" fill="${body}" stroke="${line}" stroke-width="2"/>` +
    box(60, 112, 90, 18, dark, 3) +
    disc(170, 122, 8, blue),
  数字化X射线摄影系统:
    way('M36 20H204M120 20V58', line, 6) +
    box(98, 56, 44, 34) +
    `<path d="M108 90h24l16 44h-56z" fill="#fff6d6"/>` +
    box(44, 134, 152, 12, '#dcecf7', 4) +
    way('M66 146V164M174 146V164', line, 6),
  X射线计算机断层摄影设备:
    disc(104, 86, 66) + disc(104, 86, 32, glass) + box(92, 92, 128, 12, '#dcecf7', 5) + box(160, 104, 40, 54, dark) + lamp(104, 30, blue),
  全自动生化分析仪: analyser(box(44, 36, 84, 26, '#dcecf7', 6) + [58, 78, 98, 118].map((x) => disc(x, 86, 7, '#f6d5d5')).join('')),
  血气分析仪:
    box(74, 30, 92, 124, body, 10) +
    values(86, 42, 68, 40) +
    box(96, 96, 48, 12, dark, 3) +
    way('M120 108v18', red, 3) +
    box(104, 128, 32, 16, '#f6d5d5', 4),
  血液透析机:
    box(74, 20, 84, 126, body, 8) +
    box(84, 28, 64, 34, glass, 4) +
    disc(96, 84, 10, red) +
    disc(134, 84, 10, blue) +
    box(164, 60, 14, 68, '#f6d5d5', 7) +
    way('M96 94q-30 30 4 42M134 94q40 4 36 -30', red, 3) +
    wheels(78, 152, 76),
  电子胃肠镜: endoscope(3),
  电子胃镜: endoscope(2),
  电子结肠镜: endoscope(4),
  高频电刀:
    box(48, 54, 144, 72, body, 8) +
    box(60, 66, 40, 22, '#123', 3) +
    box(108, 66, 40, 22, '#123', 3) +
    lamp(80, 77, amber) +
    lamp(128, 77, blue) +
    disc(170, 78, 9, dark) +
    way('M72 126q-8 30 24 34l54 -10', '#33414d', 3) +
    way('M150 150l34 -8', blue, 5),
  压力蒸汽灭菌器: cabinet(
    disc(120, 84, 42, dark) +
      disc(120, 84, 30, body) +
      way('M120 60V108M96 84H144', line, 5) +
      box(72, 22, 42, 14, glass, 3) +
      disc(160, 30, 8, body) +
      lamp(160, 30, red),
  ),
  低温等离子灭菌器: cabinet(
    box(70, 54, 100, 82, '#dcecf7', 6) + box(72, 24, 56, 20, glass, 3) + way('M158 84V106', line, 5) + lamp(152, 34, blue),
  ),
  婴儿培养箱:
    `<path d="M52 96q0 -58 68 -58t68 58z" fill="#e3f1fa" stroke="${line}" stroke-width="2"/>` +
    box(48, 96, 144, 16, dark) +
    disc(92, 78, 10, '#f8fafc') +
    disc(148, 78, 10, '#f8fafc') +
    box(84, 86, 72, 10, '#fbe3d4', 5) +
    box(70, 112, 100, 40) +
    box(126, 120, 36, 18, glass, 3) +
    wheels(74, 156, 92),
  新生儿黄疸治疗箱:
    box(56, 26, 128, 18, blue, 6) +
    `<path d="M64 44h112l10 50H54z" fill="#d9e8fb"/>` +
    box(52, 94, 136, 18, '#fbe3d4', 8) +
    box(74, 112, 92, 40) +
    wheels(78, 156, 84),
  医用离心机:
    box(58, 66, 124, 86, body, 14) +
    `<path d="M66 66q54 -52 108 0z" fill="#dcecf7" stroke="${line}" stroke-width="2"/>` +
    box(74, 108, 50, 22, glass, 3) +
    disc(154, 118, 10, dark) +
    lamp(154, 118, green),
  电动吸引器:
    cart(disc(150, 122, 12, body) + way('M150 122l7 -6', red, 2)) +
    box(76, 44, 36, 50, '#e3f1fa', 8) +
    box(124, 44, 36, 50, '#e3f1fa', 8) +
    way('M94 44q24 -26 48 0M160 56q30 6 24 44', '#8ec4e8', 4),
  病床: bed(72),
  牵引床: bed(108) + way('M206 66q-20 -30 -50 -10', line, 4) + disc(156, 56, 7, dark),
  手术床:
    way('M40 92H200', '#33414d', 12) + way('M40 92L26 70', '#33414d', 10) + box(104, 98, 32, 46, dark) + box(84, 144, 72, 14, dark, 4),
  药品冷藏柜: cabinet(
    box(66, 42, 108, 112, '#e3f1fa', 4) +
      [70, 98, 126]
        .map(
          (y) =>
            way(`M68 ${y}H172`, line, 2) +
            box(78, y - 16, 16, 14, '#fff', 2) +
            box(104, y - 18, 12, 16, '#f6d5d5', 2) +
            box(134, y - 14, 22, 12, '#dff3ea', 2),
        )
        .join('') +
      box(72, 20, 40, 14, glass, 3) +
      lamp(84, 27, green),
  ),
  血压计:
    box(86, 46, 92, 76, body, 10) +
    box(98, 56, 68, 36, '#dfe9dd', 3) +
    way('M108 82V66M118 82V66M132 82V66M142 82V66', '#33414d', 4) +
    disc(132, 106, 7, blue) +
    way('M86 90q-50 6 -36 50', '#33414d', 3) +
    box(34, 134, 58, 26, '#4a6b8a', 8),
  无影灯:
    way('M120 10V40M120 40L78 58M120 40L164 62', line, 6) +
    `<ellipse cx="72" cy="82" rx="48" ry="20" fill="${body}" stroke="${line}" stroke-width="2"/><path d="M36 96l-16 66h104l-16 -66z" fill="#fff6d6"/>` +
    disc(170, 78, 26) +
    [52, 72, 92].map((x) => disc(x, 84, 6, '#fff2b8')).join(''),
  血糖仪:
    box(92, 30, 60, 108, body, 24) +
    box(102, 44, 40, 40, '#dfe9dd', 4) +
    way('M112 74V56M122 74V56M132 74V56', '#33414d', 4) +
    disc(122, 104, 8, blue) +
    way('M122 138V164', '#f6d5d5', 8) +
    lamp(122, 164, red),
  紫外线消毒车:
    way('M120 150V40', line, 5) + way('M104 140V30M136 140V30', '#b59cf0', 7) + cart(lamp(84, 112, green) + lamp(96, 112, amber)),
  制氧机:
    box(72, 40, 96, 112, body, 14) +
    box(86, 54, 40, 20, glass, 3) +
    way('M144 54V90', blue, 5) +
    disc(100, 112, 16, dark) +
    way('M168 100q30 20 10 58', '#8ec4e8', 3) +
    wheels(80, 156, 80),
  雾化器:
    box(64, 84, 112, 66, body, 16) +
    disc(94, 116, 12, dark) +
    box(132, 50, 26, 36, '#e3f1fa', 8) +
    way('M144 50q-6 -16 6 -24t0 -18', '#a9cbe4', 4),
  生物显微镜: microscope,
  裂隙灯显微镜: microscope + way('M60 150V60q0 -12 20 -12', line, 5) + box(70, 40, 30, 18, dark),
  超净工作台:
    box(36, 16, 168, 36, dark, 6) +
    box(36, 52, 168, 70, '#e3f1fa', 0) +
    box(36, 122, 168, 12, body, 2) +
    way('M50 134V164M190 134V164', line, 6) +
    lamp(54, 34, green) +
    way('M52 60H188', '#b59cf0', 4),
  中央站:
    curves(24, 36, 92, 60) +
    curves(124, 36, 92, 60) +
    way('M70 96V116M170 96V116') +
    box(20, 116, 200, 12, dark, 3) +
    box(84, 132, 72, 12, body, 3),
  移动式C形臂:
    way('M150 40a52 52 0 1 0 0 92', line, 12) +
    box(136, 24, 36, 26) +
    box(136, 122, 40, 18, dark) +
    box(40, 92, 40, 56) +
    wheels(34, 154, 90),
  胎心多普勒仪:
    box(58, 48, 76, 100, body, 16) +
    box(70, 60, 52, 30, '#dfe9dd', 4) +
    disc(96, 118, 14, dark) +
    way('M134 76q40 0 34 44', '#33414d', 3) +
    box(152, 116, 34, 22, '#e7c9e2', 10),
  牙科综合治疗机:
    way('M64 116q10 -46 34 -46M96 116H170', '#5f9ea0', 14) +
    box(104, 124, 40, 30, dark) +
    way('M150 110V40q0 -16 -26 -16', line, 5) +
    disc(116, 24, 12, '#fff2b8') +
    box(166, 76, 44, 12, body, 3),
  眼压计:
    box(92, 40, 80, 56, body, 12) +
    disc(92, 68, 12, glass) +
    way('M132 96V132', line, 10) +
    box(76, 132, 112, 16, dark, 4) +
    way('M62 40V132', line, 4) +
    way('M56 60H68', line, 6),
}

/** The names of devices that have a drawing. */
export const drawnNames: readonly string[] = Object.keys(drawings)

/** The drawing of a device by its name, as an SVG on a light ground; undefined for one that has none. */
export function devicePicture(name: string): string | undefined {
  const inside = drawings[name]
  return (
    inside &&
    `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="540" viewBox="0 0 240 180"><defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="#f4f8fb"/><stop offset="1" stop-color="#dde7ef"/></linearGradient></defs><rect width="240" height="180" fill="url(#g)"/><ellipse cx="120" cy="170" rx="92" ry="6" fill="#c4d1dc"/>${inside}</svg>`
  )
}
