import * as home from '../calls/home.ts'
import { categoryChoices, classChoices, deptChoices } from '../calls/report-choices.ts'
import { area } from '../kit/area.ts'

/** Figures and the home page. */
export const insightArea = area({
  name: 'insight',
  calls: [...Object.values(home), ...Object.values(deptChoices), ...Object.values(categoryChoices), ...Object.values(classChoices)],
  menu: [
    { code: 'home', zh: '首页', en: 'Home', path: '/wel/dashboard', icon: 'home', also: ['notice'] },
    { under: 'asset', code: 'report', zh: '统计报表', en: 'Reports', path: '/eam/report', icon: 'chart', entity: 'device' },
  ],
})
