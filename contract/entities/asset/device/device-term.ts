import { entity } from '../../../kit/entity/entity.ts'
import { link, text } from '../../../kit/fields/field.ts'

/** Standard names of devices with the other names in use, in both languages: what free-text names are compared with. */
export const deviceTerm = entity('deviceTerm', {
  zh: '标准名称',
  en: 'Standard name',
  module: 'asset',
  path: '/eam/device-term',
  title: 'standardName',
  table: 'tenant',
  softDelete: true,
  emptyAdvice: {
    zh: '从“更多”载入内置词典，再按本院习惯修改',
    en: 'Load the built-in dictionary under More, then change it to what your hospital says',
  },
  fields: {
    standardName: text({ zh: '标准名称', en: 'Standard name', required: true, list: true, search: 'pinyin', unique: true, max: 100 }),
    otherNames: text({
      zh: '其他名称（每行一个）',
      en: 'Other names (one per line)',
      list: true,
      search: true,
      multiline: true,
      max: 2000,
    }),
    englishName: text({ zh: '英文名称', en: 'Name (English)', list: true, search: true, max: 200 }),
    otherEnglishNames: text({
      zh: '其他英文名称（每行一个）',
      en: 'Other English names (one per line)',
      search: true,
      multiline: true,
      max: 2000,
    }),
    classify: link({ zh: '医疗器械分类', en: 'Device class', to: 'deviceClass', list: true }),
    source: text({ zh: '来源', en: 'Source', max: 200 }),
  },
})
