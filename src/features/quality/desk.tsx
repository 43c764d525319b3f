import { AlertOutlined, ExperimentOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import { adverseEvent } from '#contract/entities/quality/adverse-event.ts'
import { qualityControl } from '#contract/entities/quality/quality-control.ts'
import { recall } from '#contract/entities/quality/recall.ts'
import type { DeskModule } from '#src/kit/desk-module.ts'

const [controls, templates, recalls] = ['/eam/quality-control', '/eam/quality-template', '/eam/recall']
const events = '/eam/adverse-event'

export const qualityDesk: DeskModule = {
  name: 'quality',
  icons: { quality: ExperimentOutlined, adverse: AlertOutlined },
  pages: [
    { path: controls, group: controls, Page: lazy(async () => ({ default: (await import('./quality-pages.tsx')).QualityControlPage })) },
    {
      path: `${controls}/:id`,
      group: controls,
      title: { zh: '质控记录', en: 'Quality control record' },
      Page: lazy(async () => ({ default: (await import('./control-record-page.tsx')).ControlRecordPage })),
    },
    {
      path: '/form/eam/quality-control-view',
      group: controls,
      title: { zh: '质控报告', en: 'Quality control report' },
      Page: lazy(async () => ({ default: (await import('./control-print-page.tsx')).ControlPrintPage })),
    },
    { path: recalls, group: recalls, Page: lazy(async () => ({ default: (await import('./quality-pages.tsx')).RecallPage })) },
    {
      path: `${recalls}/:id`,
      group: recalls,
      title: { zh: '厂家召回', en: 'Manufacturer recall' },
      Page: lazy(async () => ({ default: (await import('./recall-record-page.tsx')).RecallRecordPage })),
    },
    { path: templates, group: templates, Page: lazy(async () => ({ default: (await import('./quality-pages.tsx')).QualityTemplatePage })) },
    { path: events, group: events, Page: lazy(async () => ({ default: (await import('./adverse/adverse-pages.tsx')).AdversePage })) },
    {
      path: `${events}/:id`,
      group: events,
      title: { zh: '医疗器械不良事件', en: 'Adverse event' },
      Page: lazy(async () => ({ default: (await import('./adverse/adverse-pages.tsx')).AdverseRecordPage })),
    },
    {
      path: '/form/eam/adverse-event-view',
      group: events,
      title: { zh: '医疗器械不良事件报告表', en: 'Medical device adverse event report' },
      Page: lazy(async () => ({ default: (await import('./adverse/adverse-print-page.tsx')).AdversePrintPage })),
    },
  ],
  tabs: [
    {
      of: 'device',
      name: 'quality',
      zh: '质控',
      en: 'Quality control',
      order: 14,
      may: 'qualityControl.list',
      counts: { of: 'qualityControl', by: 'device' },
      Tab: lazy(async () => ({ default: (await import('./device-quality.tsx')).DeviceQuality })),
    },
    {
      of: 'device',
      name: 'adverse',
      zh: '不良事件',
      en: 'Adverse events',
      order: 13,
      may: 'adverseEvent.list',
      counts: { of: 'adverseEvent', by: 'device' },
      Tab: lazy(async () => ({ default: (await import('./adverse/adverse-lists.tsx')).DeviceAdverse })),
    },
  ],
  parts: [
    {
      at: 'repair.acts',
      name: 'adverseReport',
      Part: lazy(async () => ({ default: (await import('./adverse/report-adverse.tsx')).ReportOfRepair })),
    },
    {
      at: 'repair.record',
      name: 'adverseEvents',
      Part: lazy(async () => ({ default: (await import('./adverse/adverse-lists.tsx')).RepairAdverse })),
    },
  ],
  search: [
    { of: qualityControl, about: ['device', 'controlState', 'controlledOn'], list: controls, opens: (id) => `${controls}/${id}` },
    { of: recall, about: ['recallTitle', 'maker', 'recallState'], list: recalls, opens: (id) => `${recalls}/${id}` },
    { of: adverseEvent, about: ['device', 'harmLevel', 'eventState'], list: events, opens: (id) => `${events}/${id}` },
  ],
  records: { qualityControl: controls, recall: recalls, adverseEvent: events },
}
