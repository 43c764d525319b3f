/** Keywords as people type them; each list holds frequent, rare and missing ones. */
export const keywords = {
  two: ['监护', '呼吸', '输液', '超声', '麻醉', '病床', '迈瑞', '西门', '离心', '透析', '胃镜', '测序', '电刀', '冰箱'],
  four: [
    '除颤监护',
    '彩色多普',
    '迈瑞生物',
    '电动吸引',
    '高频电刀',
    '胎儿监护',
    '血液透析',
    '飞利浦（',
    '婴儿培养',
    '生化分析',
    '核磁共振',
    '直线加速',
    '石墨治疗',
    '透析机组',
  ],
  code: ['zc-2021-0', 'e280a3f', 'sv8', 'uct 760', 'gz2019'],
} as const
