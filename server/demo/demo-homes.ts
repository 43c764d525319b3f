/** Where each department is: building, floor, first and last room of it. Every department has a home, and no two share a room. */
export const homes: Readonly<Record<string, readonly [building: string, floors: readonly number[], first: number, last: number]>> = {
  急诊科: ['门诊楼', [1], 1, 8],
  门诊部: ['门诊楼', [2, 3], 1, 8],
  血液透析中心: ['门诊楼', [4], 1, 8],
  医学装备部: ['门诊楼', [5], 1, 4],
  后勤保障部: ['门诊楼', [5], 5, 8],
  产房: ['住院楼', [1], 1, 5],
  妇产科: ['住院楼', [1], 6, 10],
  儿科: ['住院楼', [2], 1, 5],
  新生儿科: ['住院楼', [2], 6, 10],
  重症医学科: ['住院楼', [3], 1, 10],
  心血管内科: ['住院楼', [4], 1, 5],
  内科: ['住院楼', [4], 6, 10],
  呼吸内科: ['住院楼', [5], 1, 5],
  消化内科: ['住院楼', [5], 6, 10],
  神经内科: ['住院楼', [6], 1, 5],
  神经外科: ['住院楼', [6], 6, 10],
  肾内科: ['住院楼', [7], 1, 5],
  内分泌科: ['住院楼', [7], 6, 10],
  普外科: ['住院楼', [8], 1, 5],
  外科: ['住院楼', [8], 6, 10],
  骨科: ['住院楼', [9], 1, 5],
  泌尿外科: ['住院楼', [9], 6, 10],
  胸外科: ['住院楼', [10], 1, 5],
  麻醉科: ['住院楼', [10], 6, 10],
  手术室: ['住院楼', [11], 1, 10],
  设备库房: ['住院楼', [12], 1, 10],
  影像科: ['医技楼', [1], 1, 8],
  超声科: ['医技楼', [2], 1, 8],
  检验科: ['医技楼', [3], 1, 8],
  消毒供应中心: ['医技楼', [4], 1, 8],
}

/** The department whose room this is. */
export const homeOf = (building: string, floor: number, room: number): string | undefined =>
  Object.entries(homes).find(
    ([, [name, floors, first, last]]) => name === building && floors.includes(floor) && first <= room && room <= last,
  )?.[0]

const inner = ['心血管内科', '呼吸内科', '消化内科', '神经内科', '肾内科', '内分泌科'] as const
const surgical = ['普外科', '骨科', '神经外科', '泌尿外科', '胸外科', '外科'] as const
const wards = [...inner, ...surgical, '妇产科', '儿科'] as const

/** The departments that have a kind of device, by its common name; one that is named twice has twice as many. */
const places: Readonly<Record<string, readonly string[]>> = {
  多参数监护仪: ['重症医学科', '重症医学科', '急诊科', '急诊科', '手术室', '麻醉科', '产房', '新生儿科', '血液透析中心', ...wards],
  除颤仪: ['重症医学科', '急诊科', '急诊科', '手术室', '门诊部', '血液透析中心', ...inner, ...surgical],
  有创呼吸机: ['重症医学科', '重症医学科', '重症医学科', '急诊科', '急诊科', '呼吸内科', '呼吸内科', '新生儿科', '神经外科', '麻醉科'],
  麻醉系统: ['手术室', '手术室', '手术室', '麻醉科', '麻醉科', '产房'],
  容量输液泵: ['重症医学科', '重症医学科', '急诊科', '急诊科', '新生儿科', '产房', ...wards],
  微量注射泵: ['重症医学科', '重症医学科', '急诊科', '新生儿科', '麻醉科', '手术室', ...wards],
  十二导心电图机: ['心血管内科', '心血管内科', '急诊科', '门诊部', '门诊部', '门诊部', ...inner],
  胎心监护仪: ['妇产科', '妇产科', '产房', '产房', '门诊部'],
  彩超: ['超声科', '超声科', '超声科', '超声科', '妇产科', '心血管内科'],
  便携彩超: ['急诊科', '重症医学科', '麻醉科', '超声科'],
  DR: ['影像科', '影像科', '影像科', '急诊科'],
  CT: ['影像科'],
  生化分析仪: ['检验科'],
  血气分析仪: ['重症医学科', '急诊科', '检验科', '呼吸内科'],
  血透机: ['血液透析中心', '血液透析中心', '血液透析中心', '血液透析中心', '肾内科'],
  胃肠镜系统: ['消化内科', '消化内科', '门诊部'],
  高频手术系统: ['手术室', '手术室', '手术室', '普外科'],
  脉动真空灭菌器: ['消毒供应中心', '消毒供应中心', '手术室'],
  婴儿暖箱: ['新生儿科', '新生儿科', '新生儿科', '产房'],
  台式离心机: ['检验科'],
  吸引器: ['重症医学科', '急诊科', '手术室', '麻醉科', ...wards],
  电动病床: ['重症医学科', '急诊科', ...wards],
  医用冷藏箱: ['急诊科'],
}

/** The departments that have such devices; undefined for kinds that any may have. */
export const placesOf = (common: string): readonly string[] | undefined => places[common]

/** The most devices of a kind that the demo has: few hospitals have more than two scanners. */
export const mostOf: Readonly<Record<string, number>> = {
  CT: 2,
  DR: 4,
  彩超: 8,
  生化分析仪: 4,
  胃肠镜系统: 6,
  脉动真空灭菌器: 4,
  麻醉系统: 12,
}

/** What wards lend each other, by common name: what is carried or pushed, and nothing that is installed. */
export const lentKinds = ['多参数监护仪', '容量输液泵', '微量注射泵', '吸引器', '电动病床', '除颤仪'] as const
