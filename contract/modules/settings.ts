import * as datasources from '../calls/settings/datasource.ts'
import { businessDictionary, systemDictionary } from '../calls/settings/dictionary.ts'
import { fieldConfigList, fieldConfigSave } from '../calls/settings/field-config.ts'
import * as hospital from '../calls/settings/hospital.ts'
import { listCounts } from '../calls/settings/list-counts.ts'
import { listSums } from '../calls/settings/list-sums.ts'
import * as menus from '../calls/settings/menu.ts'
import * as regions from '../calls/settings/region.ts'
import * as reports from '../calls/settings/report.ts'
import { savedFilterDefault, savedFilterRemove, savedFilterRoles, savedFilterSubmit, savedFilters } from '../calls/settings/saved-filter.ts'
import * as sessionMenu from '../calls/settings/session-menu.ts'
import { customField } from '../entities/settings/custom-field.ts'
import { fieldConfig } from '../entities/settings/field-config.ts'
import { menuRow } from '../entities/settings/menu.ts'
import { param } from '../entities/settings/param.ts'
import { tenantPackage } from '../entities/settings/tenant-package.ts'
import { topMenu } from '../entities/settings/top-menu.ts'
import { settingsHome } from '../home/settings-home.ts'
import { module } from '../kit/module.ts'

/** What an organisation sets: menus, packages, parameters, dictionaries, fields and filters; the organisations themselves. */
export const settingsModule = module({
  name: 'settings',
  part: 'platform',
  entities: [menuRow, topMenu, tenantPackage, fieldConfig, customField, param],
  calls: [
    ...Object.values(hospital),
    ...Object.values(menus),
    ...Object.values(sessionMenu),
    ...Object.values(systemDictionary),
    ...Object.values(businessDictionary),
    fieldConfigList,
    fieldConfigSave,
    listCounts,
    listSums,
    savedFilters,
    savedFilterSubmit,
    savedFilterRemove,
    savedFilterDefault,
    savedFilterRoles,
    ...Object.values(datasources),
    ...Object.values(reports),
    regions.regionList,
    regions.regionTree,
    regions.regionSelect,
    regions.regionDetail,
    regions.regionSubmit,
    regions.regionRemove,
  ],
  menu: [
    {
      under: 'system',
      order: 40,
      code: 'hospital',
      zh: '机构',
      en: 'Organisations',
      path: '/system/hospital',
      icon: 'dept',
      entity: 'hospital',
      isOfPlatform: true,
    },
    {
      under: 'system',
      order: 50,
      code: 'tenantPackage',
      zh: '租户产品包',
      en: 'Tenant packages',
      path: '/system/tenant-package',
      icon: 'list',
      entity: 'tenantPackage',
      isOfPlatform: true,
    },
    {
      under: 'system',
      order: 60,
      code: 'menu',
      zh: '菜单管理',
      en: 'Menus',
      path: '/system/menu',
      icon: 'list',
      entity: 'menu',
      isOfPlatform: true,
    },
    {
      under: 'system',
      order: 70,
      code: 'topMenu',
      zh: '顶部菜单',
      en: 'Top menus',
      path: '/system/top-menu',
      icon: 'list',
      entity: 'topMenu',
      isOfPlatform: true,
    },
    {
      under: 'system',
      order: 80,
      code: 'fieldConfig',
      zh: '字段配置',
      en: 'Field configuration',
      path: '/system/field-config',
      icon: 'field',
      entity: 'fieldConfig',
      isOfHospitals: true,
    },
    {
      under: 'system',
      order: 90,
      code: 'dict',
      zh: '系统字典',
      en: 'System dictionaries',
      path: '/system/dict',
      icon: 'list',
      entity: 'dict',
      isOfPlatform: true,
    },
    {
      under: 'system',
      order: 100,
      code: 'dictBiz',
      zh: '业务字典',
      en: 'Dictionaries',
      path: '/system/dictbiz',
      icon: 'list',
      entity: 'dictBiz',
      isOfHospitals: true,
    },
    {
      under: 'system',
      order: 110,
      code: 'customField',
      zh: '自定义字段',
      en: 'Custom fields',
      path: '/system/custom-field',
      icon: 'field',
      entity: 'customField',
      isOfHospitals: true,
    },
    {
      under: 'system',
      order: 140,
      code: 'region',
      zh: '行政区划',
      en: 'Divisions',
      path: '/system/region',
      icon: 'list',
      entity: 'region',
    },
    {
      under: 'system',
      order: 220,
      code: 'param',
      zh: '系统参数',
      en: 'Parameters',
      path: '/system/param',
      icon: 'setting',
      entity: 'param',
    },
  ],
  rights: {
    equipment_manager: ['savedFilter.share', 'fieldConfig.submit', 'customField.*', 'dictBiz.*'],
  },
  secretCalls: ['hospital.submit'],
  changesEverything: {
    'hospital.submit': 'an organisation is the tenant of every row, and no entity',
    'hospital.setting': 'its name and its state stand on pages of every module, and it is no entity',
    'dict.submit': 'words of the system dictionary stand in fields of every module',
    'dict.remove': 'words of the system dictionary stand in fields of every module',
    'dictBiz.submit': 'words of the dictionary stand in fields of every module',
    'dictBiz.remove': 'words of the dictionary stand in fields of every module',
  },
  home: settingsHome,
})
