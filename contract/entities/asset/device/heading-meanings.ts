import type { ImportFacts, LevelFacts, MayMean } from '../../../kit/sheets/import-facts.ts'

// The states and territories of the United States as their post writes them, and their names.
const stateCodes =
  'al|ak|az|ar|ca|co|ct|de|dc|fl|ga|gu|hi|ia|id|il|in|ks|ky|la|ma|md|me|mi|mn|mo|mp|ms|mt|nc|nd|ne|nh|nj|nm|nv|ny|oh|ok|or|pa|pr|ri|sc|sd|tn|tx|ut|va|vi|vt|wa|wi|wv|wy'
const stateNames =
  'alabama|alaska|arizona|arkansas|california|colorado|connecticut|delaware|florida|georgia|guam|hawaii|idaho|illinois|indiana|iowa|kansas|kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota|mississippi|missouri|montana|nebraska|nevada|new (?:hampshire|jersey|mexico|york)|(?:north|south) (?:carolina|dakota)|ohio|oklahoma|oregon|pennsylvania|puerto rico|rhode island|tennessee|texas|utah|vermont|(?:west )?virginia|washington|wisconsin|wyoming'

/** Headings of device lists that mean one thing or another, by what stands below them. */
export const deviceMayMean: readonly MayMean[] = [
  {
    headings: ['state', 'st', 'province'],
    field: 'location',
    looks: `^(?:${stateCodes}|${stateNames})$`,
    beside: ['city', 'county', 'zip', 'zip code', 'zipcode', 'postal code', 'postcode', 'address', 'street', 'street address', 'country'],
  },
  // Models have numbers, kinds of equipment have names.
  { headings: ['type', 'device type', 'equipment type', '类型', '设备类型', '资产类型'], field: 'assetsCategory', looks: '^[^\\d]{3,}$' },
]

/** Columns that tell the place of a device level by level. */
export const deviceLevels: LevelFacts = {
  of: 'location',
  parts: [
    { zh: '院区', en: 'Campus', headings: ['院区', '所在院区', '所属院区', '院区名称', '园区', 'campus', 'campus name', 'facility'] },
    {
      zh: '楼栋',
      en: 'Building',
      headings: [
        ...['楼栋', '所在楼栋', '楼栋名称', '楼宇', '所在楼宇', '楼宇名称', '大楼', '楼号', '楼名', '建筑', '建筑物', '建筑物名称'],
        ...['building', 'building name', 'building no', 'bldg', 'block'],
      ],
    },
    { zh: '楼层', en: 'Floor', headings: ['楼层', '所在楼层', '楼层号', '层', 'floor', 'floor no', 'floor level', 'storey'] },
    {
      zh: '房间',
      en: 'Room',
      headings: ['房间', '房间号', '房间名称', '房号', '所在房间', '病房号', 'room', 'room no', 'room name', 'room number'],
    },
  ],
}

/** Headings that name a field only where no column names it better. */
export const weakHeadings = [
  'state',
  'type',
  'description',
  'value',
  'book value',
  '价值',
  '账面价值',
  'remarks',
  '其他',
  'unit',
  'item',
  'site',
]

/** Headings of the price of one piece. */
export const unitPrices = [
  '单价',
  '单价(元)',
  '购置单价',
  '采购单价',
  '单台价格',
  '含税单价',
  '单价(含税)',
  '单位价值',
  'unit price',
  'unit cost',
  'price each',
  'unit value',
]

/** What people write for methods of depreciation besides their words. */
export const methodWords: ImportFacts['choices'] = {
  depreciationMethod: {
    straight_line: [
      '直线法',
      '年限平均法',
      '平均年限',
      '直线折旧法',
      '年限法',
      '使用年限法',
      'straight-line',
      'straight line method',
      'straight-line method',
      'sl',
      'linear',
    ],
    double_declining: [
      '双倍余额法',
      '双倍余额递减',
      '双倍递减法',
      '加倍余额递减法',
      'double declining balance',
      'double-declining balance',
      'double-declining',
      '200% declining balance',
      'ddb',
    ],
    sum_of_years: [
      '年限总和法',
      '年限总额法',
      '年数总和',
      '年数合计法',
      '年限合计法',
      '合计年限法',
      "sum of the years' digits",
      "sum-of-the-years'-digits",
      'sum of the years digits',
      'sum of years digits',
      'sum-of-years-digits',
      'syd',
      'soyd',
    ],
    units: [
      '工作量',
      '作业量法',
      '产量法',
      '工作时间法',
      '工作台班法',
      'units of production',
      'units-of-production',
      'units of activity',
      'uop',
    ],
  },
}

/** What people write for choices of a device besides their words. */
export const deviceChoices: ImportFacts['choices'] = {
  ...methodWords,
  riskLevel: {
    I: ['一类', '第一类', '1类', '1', '一级', 'class I', 'class 1', '一类医疗器械', '第一类医疗器械', 'I类医疗器械'],
    II: ['二类', '第二类', '2类', '2', '二级', 'class II', 'class 2', '二类医疗器械', '第二类医疗器械', 'II类医疗器械'],
    III: ['三类', '第三类', '3类', '3', '三级', 'class III', 'class 3', '三类医疗器械', '第三类医疗器械', 'III类医疗器械'],
  },
  ownership: {
    owned: [
      '自有资产',
      '自有设备',
      '本院',
      '本院自有',
      '医院自有',
      '本单位',
      '自购',
      '购买',
      'own',
      'hospital',
      'hospital owned',
      'purchased',
      'bought',
    ],
    placed: [
      '投放设备',
      '厂家投放',
      '厂商投放',
      '供应商投放',
      '试剂投放',
      '免费投放',
      'placed',
      'placement',
      'supplier placed',
      'vendor owned',
      'supplier owned',
      'reagent rental',
    ],
    leased: ['租用', '租入', '租借', '租赁设备', '经营租赁', 'lease', 'rent', 'rented', 'rental', 'hired'],
    trial: ['借用试用', '试用借用', '试用设备', '临时试用', '厂家试用', 'trial', 'demo', 'on demo', 'evaluation', 'loaner'],
    donated: ['捐赠设备', '受赠', '接受捐赠', '社会捐赠', 'donation', 'gift', 'gifted'],
  },
  origin: {
    domestic: ['国内', '国产设备', '中国', 'china', 'made in china', 'local'],
    imported: ['进口设备', '国外', 'import', 'foreign'],
  },
}

/** Dates of device lists that a card does not hold. */
export const notedDates: ImportFacts['noted'] = {
  '#goneOn': {
    zh: '报废日期',
    en: 'Disposed on',
    headings: [
      ...['报废', '处置', '注销', '核销', '销账', '退役', '调出', '捐赠'].flatMap((word) => [`${word}日期`, `${word}时间`]),
      ...['disposal', 'disposed', 'retirement', 'retired', 'write-off', 'scrapped', 'decommissioned', 'sold'].map((word) => `${word} date`),
      ...['disposed', 'retired', 'scrapped', 'decommissioned', 'sold'].flatMap((word) => [`date ${word}`, `${word} on`]),
      ...['date of disposal', 'date of retirement'],
    ],
  },
}
