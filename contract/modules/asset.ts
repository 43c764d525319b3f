import { deviceByCode, deviceOfDi } from '../calls/asset/asset.ts'
import { assetsCardCalls } from '../calls/asset/assets-card.ts'
import { decideFieldUpdate } from '../calls/asset/card-field-update.ts'
import { deviceCounts, deviceStatistics } from '../calls/asset/counts.ts'
import { addAttachments, attachLists, removeAttachments } from '../calls/asset/device-attach.ts'
import { cardCalls } from '../calls/asset/device-cards.ts'
import { captureDevice, draftTwins } from '../calls/asset/device-draft.ts'
import { deviceHistories } from '../calls/asset/device-history.ts'
import { deviceLists, taggedLists } from '../calls/asset/device-lists.ts'
import { liftStop, placeStop } from '../calls/asset/device-stop.ts'
import { bindTag, editTag, unbindTag } from '../calls/asset/device-tag.ts'
import * as deviceUpdates from '../calls/asset/device-updates.ts'
import { loadNames, proposeNames } from '../calls/asset/standard-names.ts'
import { assetNotices } from '../entities/asset/asset-notices.ts'
import { assetsCard, assetsMatch } from '../entities/asset/assets-card.ts'
import { assetsCategory } from '../entities/asset/assets-category.ts'
import { cardFieldUpdate, fieldUpdateApproval, fieldUpdating } from '../entities/asset/card-field-update.ts'
import { cardFieldUpdateLine } from '../entities/asset/card-field-update-line.ts'
import { assetsCategoryImport, deviceClassImport } from '../entities/asset/category-import.ts'
import { device } from '../entities/asset/device/device.ts'
import { deviceActivating, deviceCardActive } from '../entities/asset/device/device-card-active.ts'
import { deviceCardCopy, deviceCopying } from '../entities/asset/device/device-card-copy.ts'
import { deviceClass } from '../entities/asset/device/device-class.ts'
import { deviceImport } from '../entities/asset/device/device-import.ts'
import { deviceFiling, deviceState } from '../entities/asset/device/device-machines.ts'
import { cardHandOver, catalogueLoading, deviceStopping } from '../entities/asset/device/device-rules.ts'
import { standingStates } from '../entities/asset/device/device-states.ts'
import { deviceTerm } from '../entities/asset/device/device-term.ts'
import { nameProposal, proposalDeciding } from '../entities/asset/device/name-proposal.ts'
import { deviceDraft, draftRegistering } from '../entities/asset/drafts/device-draft.ts'
import { deviceAttach } from '../entities/asset/parts/device-attach.ts'
import { deviceAttachImport } from '../entities/asset/parts/device-attach-import.ts'
import { devicePart } from '../entities/asset/parts/device-part.ts'
import { devicePartImport } from '../entities/asset/parts/device-part-import.ts'
import { documentHistory } from '../entities/asset/parts/document-history.ts'
import { deviceSet } from '../entities/asset/sets/device-set.ts'
import { deviceSetMember } from '../entities/asset/sets/device-set-member.ts'
import { deviceSetImport } from '../entities/asset/sets/set-import.ts'
import { leavingSet } from '../entities/asset/sets/set-rules.ts'
import { deviceStop } from '../entities/asset/stops/device-stop.ts'
import { deviceTag } from '../entities/asset/tags/device-tag.ts'
import { tagBinding, tagEditing } from '../entities/asset/tags/tag-machines.ts'
import { tagOfCard } from '../entities/asset/tags/tag-rules.ts'
import { assetHome } from '../home/asset-home.ts'
import { out } from '../kit/entity/answer.ts'
import { board } from '../kit/entity/board.ts'
import { chapter } from '../kit/entity/chapter.ts'
import { due } from '../kit/entity/due.ts'
import { module } from '../kit/module.ts'
import { assetsCards } from '../measures/assets-cards.ts'
import { deviceCards } from '../measures/device-cards.ts'

/** Those who do not manage the register ask for changes of its cards. */
const askingForChanges = [
  'deviceCardActive.list',
  'deviceCardActive.submit',
  'deviceCardActive.remove',
  'cardFieldUpdate.list',
  'cardFieldUpdate.submit',
  'cardFieldUpdate.remove',
  'documentHistory.list',
] as const

const { warrantyEnd, ownershipEnd } = device.fields

/** The register of device cards with its catalogues. */
export const assetModule = module({
  name: 'asset',
  entities: [
    assetsCategory,
    deviceClass,
    device,
    deviceStop,
    deviceSet,
    deviceSetMember,
    devicePart,
    deviceAttach,
    deviceTag,
    documentHistory,
    assetsCard,
    deviceCardCopy,
    deviceCardActive,
    cardFieldUpdate,
    cardFieldUpdateLine,
    deviceTerm,
    nameProposal,
    deviceDraft,
  ],
  machines: [
    deviceState,
    deviceFiling,
    tagBinding,
    tagEditing,
    assetsMatch,
    deviceCopying,
    deviceActivating,
    fieldUpdating,
    proposalDeciding,
    draftRegistering,
  ],
  boards: [
    board(device, {
      shows: ['deviceCode', 'deviceModel', 'useDept', 'location', 'keeper'],
      since: [],
      lanes: ['useDept', 'manageDept', 'keeper'],
    }),
    board(deviceTag, { shows: ['tagKind', 'device'], since: ['boundAt'] }),
    board(assetsCard, { shows: ['assetsCode', 'assetsModel', 'dept', 'bookValue', 'device'] }),
    board(deviceCardCopy, { shows: ['device', 'copies', 'useDept', 'location'], lanes: ['useDept', 'keeper'] }),
    board(deviceCardActive, { heading: ['device'], shows: ['reason', 'decidedBy'], lanes: ['decidedBy'] }),
    board(cardFieldUpdate, { heading: ['device'], shows: ['fieldCount', 'reason', 'decidedBy'], lanes: ['decidedBy'] }),
    board(nameProposal, { shows: ['device', 'standardName', 'classify', 'score'] }),
    board(deviceDraft, {
      shows: ['deviceModel', 'sn', 'location', 'capturedBy'],
      since: ['capturedAt'],
      lanes: ['location', 'capturedBy'],
    }),
  ],
  ends: [
    'device.eamStatus=disposed',
    'device.filingStatus=filed',
    'deviceCardCopy.copyStatus=done',
    'deviceCardActive.activeStatus=done',
    'deviceCardActive.activeStatus=refused',
    'cardFieldUpdate.requestStatus=approved',
    'cardFieldUpdate.requestStatus=rejected',
    'nameProposal.proposalStatus=accepted',
    'nameProposal.proposalStatus=refused',
    'deviceDraft.draftState=registered',
  ],
  json: {
    'nameProposal.alternatives': out.list({
      standardName: out.text,
      classifyId: out.nullable(out.text),
      classifyName: out.nullable(out.text),
      score: out.number,
    }),
  },
  calls: [
    deviceByCode,
    deviceOfDi,
    deviceStatistics,
    ...Object.values(deviceCounts),
    ...Object.values(deviceLists),
    ...Object.values(deviceHistories),
    ...Object.values(deviceUpdates),
    ...Object.values(taggedLists),
    ...Object.values(attachLists),
    addAttachments,
    removeAttachments,
    ...cardCalls,
    ...assetsCardCalls,
    decideFieldUpdate,
    placeStop,
    liftStop,
    bindTag,
    unbindTag,
    editTag,
    proposeNames,
    loadNames,
    captureDevice,
    draftTwins,
  ],
  rules: [cardHandOver, deviceStopping, leavingSet, tagOfCard, catalogueLoading],
  // A card that moves or goes leaves its set.
  follows: { deviceSet: ['device', 'deviceSplit'], deviceSetMember: ['device', 'deviceSplit'] },
  measures: [deviceCards, assetsCards],
  approvals: [fieldUpdateApproval],
  // Groups are items of their own, so that other modules may place theirs in them.
  topMenus: [{ code: 'assets', zh: '资产', en: 'Assets', icon: 'device' }],
  dues: [
    due(device, { zh: warrantyEnd.zh, en: warrantyEnd.en, by: 'warrantyEnd', where: { eamStatus: standingStates }, page: '/eam/device' }),
    due(device, {
      zh: ownershipEnd.zh,
      en: ownershipEnd.en,
      by: 'ownershipEnd',
      where: { eamStatus: standingStates },
      page: '/eam/device',
    }),
  ],
  chapters: [
    chapter(deviceAttach, {
      by: 'device',
      order: 10,
      columns: ['attachName', 'attachType', 'documentNo', 'issuedOn', 'validUntil', 'keptAt'],
    }),
    chapter(deviceStop, { by: 'device', order: 80, columns: ['stopNo', 'stopKind', 'cause', 'reason', 'since', 'liftedAt', 'liftReason'] }),
  ],
  menu: [
    {
      code: 'asset',
      zh: '设备管理',
      en: 'Equipment',
      path: '/eam',
      icon: 'device',
      tops: ['assets'],
      children: [
        { code: 'device', zh: '设备卡', en: 'Device cards', path: '/eam/device', icon: 'card', entity: 'device' },
        { code: 'devicePart', zh: '设备配件', en: 'Device parts', path: '/eam/deviceparts', icon: 'part', entity: 'devicePart' },
        {
          code: 'deviceSet',
          zh: '设备套组',
          en: 'Device sets',
          path: '/eam/device-sets',
          icon: 'list',
          entity: 'deviceSet',
          also: ['deviceSetMember'],
        },
        { code: 'deviceStop', zh: '设备停用', en: 'Out-of-service records', path: '/eam/device-stops', icon: 'list', entity: 'deviceStop' },
      ],
    },
    {
      under: 'asset',
      code: 'assetChanges',
      zh: '建档与变更',
      en: 'Registration and changes',
      path: '/eam/asset-changes',
      icon: 'card',
      children: [
        {
          code: 'cardFieldUpdate',
          zh: '变更申请',
          en: 'Change requests',
          path: '/eam/eamedit',
          icon: 'list',
          entity: 'cardFieldUpdate',
        },
        {
          code: 'deviceDraft',
          zh: '登记草稿',
          en: 'Registration drafts',
          path: '/eam/device-draft',
          icon: 'list',
          entity: 'deviceDraft',
        },
        {
          code: 'deviceCardCopy',
          zh: '复制建卡',
          en: 'Card copies',
          path: '/eam/device-copy',
          icon: 'card',
          entity: 'deviceCardCopy',
        },
        {
          code: 'deviceCardActive',
          zh: '启封申请',
          en: 'Unsealing requests',
          path: '/eam/device-active',
          icon: 'card',
          entity: 'deviceCardActive',
        },
        { code: 'assetsCard', zh: '资产卡', en: 'Asset cards', path: '/eam/assets-card', icon: 'list', entity: 'assetsCard' },
      ],
    },
    {
      under: 'asset',
      code: 'assetFiles',
      zh: '资料与标签',
      en: 'Files and tags',
      path: '/eam/asset-files',
      icon: 'tag',
      children: [
        {
          code: 'deviceAttach',
          zh: '设备资料',
          en: 'Device documents',
          path: '/eam/device-files',
          icon: 'file',
          entity: 'deviceAttach',
        },
        {
          code: 'documentHistory',
          zh: '资料历史版本',
          en: 'Document versions',
          path: '/eam/document-history',
          icon: 'file',
          entity: 'documentHistory',
          isSearchOnly: true,
        },
        { code: 'deviceTag', zh: '电子标签', en: 'Tags', path: '/eam/taginputting', icon: 'tag', entity: 'deviceTag' },
      ],
    },
    {
      under: 'asset',
      code: 'assetReference',
      zh: '分类目录',
      en: 'Catalogues',
      path: '/eam/asset-reference',
      icon: 'list',
      children: [
        {
          code: 'assetsCategory',
          zh: '资产分类',
          en: 'Asset categories',
          path: '/eam/assets-category',
          icon: 'list',
          entity: 'assetsCategory',
        },
        { code: 'deviceClass', zh: '医疗器械分类', en: 'Device classes', path: '/eam/device-class', icon: 'list', entity: 'deviceClass' },
        { code: 'deviceTerm', zh: '标准名称', en: 'Standard names', path: '/eam/device-term', icon: 'list', entity: 'deviceTerm' },
        {
          code: 'nameProposal',
          zh: '名称标准化',
          en: 'Name standardisation',
          path: '/eam/standard-names',
          icon: 'card',
          entity: 'nameProposal',
        },
      ],
    },
  ],
  rights: {
    equipment_manager: [
      'device.*',
      'deviceStop.*',
      'deviceSet.*',
      'deviceSetMember.*',
      'devicePart.*',
      'deviceAttach.*',
      'deviceTag.*',
      'documentHistory.*',
      'assetsCard.*',
      'deviceCardCopy.*',
      'deviceCardActive.*',
      'cardFieldUpdate.*',
      'assetsCategory.*',
      'deviceClass.*',
      'deviceTerm.*',
      'nameProposal.*',
      'deviceDraft.*',
    ],
    engineer: [
      'deviceDraft.list',
      'deviceDraft.submit',
      'device.list',
      'device.stop',
      'deviceStop.list',
      'deviceSet.list',
      'deviceSetMember.list',
      'devicePart.*',
      'deviceAttach.list',
      'deviceAttach.submit',
      ...askingForChanges,
      'deviceTag.list',
      'deviceTag.submit',
      'deviceTag.bind',
    ],
    keeper: [
      'deviceDraft.list',
      'deviceDraft.submit',
      'device.list',
      'deviceStop.list',
      'deviceSet.*',
      'deviceSetMember.*',
      'device.export',
      'devicePart.list',
      'deviceAttach.list',
      'deviceAttach.submit',
      ...askingForChanges,
      'deviceTag.list',
    ],
    head: [
      'device.list',
      'deviceStop.list',
      'deviceSet.list',
      'deviceSetMember.list',
      'device.export',
      'devicePart.list',
      'deviceAttach.list',
      ...askingForChanges,
    ],
    warehouse_keeper: [
      'deviceDraft.list',
      'deviceDraft.submit',
      'device.list',
      'deviceStop.list',
      'deviceSet.list',
      'deviceSetMember.list',
      'devicePart.*',
      'deviceAttach.list',
      'deviceAttach.submit',
      ...askingForChanges,
      'deviceTag.*',
    ],
    provider_engineer: ['device.list', 'deviceAttach.list'],
  },
  imports: {
    device: deviceImport,
    devicePart: devicePartImport,
    deviceAttach: deviceAttachImport,
    deviceSet: deviceSetImport,
    assetsCategory: assetsCategoryImport,
    deviceClass: deviceClassImport,
  },
  importCreates: ['assetsCategory'],
  notices: assetNotices,
  home: assetHome,
})
