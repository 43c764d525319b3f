import { assetsCard } from '../../entities/asset/assets-card.ts'
import { assetsCategory } from '../../entities/asset/assets-category.ts'
import { deviceClass } from '../../entities/asset/device/device-class.ts'
import { dept } from '../../entities/identity/dept.ts'
import { lists } from '../../kit/entity/list.ts'

const chosen = { kind: 'select', module: 'insight', past: true } as const

/** What reports are asked by. */
export const deptChoices = lists(dept, {
  forReports: { ...chosen, zh: '报表可选科室', en: 'Report departments', path: ['/eam/report/selectUseDept', '/data-view/dept-list'] },
})
export const categoryChoices = lists(assetsCategory, {
  forReports: { ...chosen, zh: '报表可选资产分类', en: 'Report asset categories', path: '/eam/report/selectAssetsCategory' },
  forBoards: { kind: 'page', module: 'insight', zh: '资产分类', en: 'Asset categories', path: '/data-view/category-page' },
})
export const assetsCardChoices = lists(assetsCard, {
  forReports: { ...chosen, zh: '报表可选资产卡', en: 'Report asset cards', path: '/eam/report/selectEntryAssets' },
})
export const classChoices = lists(deviceClass, {
  forReports: { ...chosen, zh: '报表可选医疗器械分类', en: 'Report device classes', path: '/eam/report/selectAssetsClassify' },
})
