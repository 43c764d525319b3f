import { entity } from '../../kit/entity/entity.ts'
import { choice, integer, link, text } from '../../kit/fields/field.ts'
import { tariffBands } from './tariff-hours.ts'

/** From when to when a band of a tariff holds. */
export const tariffHour = entity('tariffHour', {
  zh: '电价时段',
  en: 'Tariff band',
  many: 'Tariff bands',
  module: 'iot',
  title: 'startsAt',
  table: 'tenant',
  fields: {
    tariff: link({ zh: '分时电价', en: 'Energy tariff', to: 'energyTariff', required: true, readOnly: true, goesWith: true }),
    place: integer({ zh: '序号', en: 'No.', required: true, readOnly: true, min: 0 }),
    band: choice({ zh: '时段类型', en: 'Band', required: true, list: true, of: tariffBands }),
    startsAt: text({
      zh: '时段开始',
      en: 'From',
      required: true,
      list: true,
      max: 5,
      pattern: '^([01]\\d|2[0-3]):[0-5]0$',
      example: '08:00',
    }),
    endsAt: text({
      ...{ zh: '时段结束', en: 'To', required: true, list: true, max: 5 },
      ...{ pattern: '^(([01]\\d|2[0-3]):[0-5]0|24:00)$', example: '22:00' },
    }),
    months: text({
      ...{ zh: '适用月份', en: 'Months', list: true, max: 40 },
      ...{ pattern: '^(1[0-2]|[1-9])([,，、](1[0-2]|[1-9]))*$', example: '7、8' },
    }),
  },
})
