import { floorPlanView } from '../calls/place/floor-plan.ts'
import { locationLists, storiedBuilding } from '../calls/place/place.ts'
import { placeBuilding } from '../calls/place/place-build.ts'
import { areaLarger } from '../entities/place/area-larger.ts'
import { entryApproval } from '../entities/place/entry-approval.ts'
import { floorPlan } from '../entities/place/floor-plan.ts'
import { floorPlanRoom } from '../entities/place/floor-plan-room.ts'
import { location } from '../entities/place/location.ts'
import { locationImport } from '../entities/place/location-import.ts'
import { partMovement } from '../entities/place/part-movement.ts'
import { partReservation, partReserving } from '../entities/place/part-reservation.ts'
import { partsFollowing } from '../entities/place/part-rules.ts'
import { stockNotices } from '../entities/place/stock-notices.ts'
import { warehouse } from '../entities/place/warehouse.ts'
import { warehouseEntering, warehouseEntry } from '../entities/place/warehouse-entry.ts'
import { warehouseEntryLine } from '../entities/place/warehouse-entry-line.ts'
import { placeHome } from '../home/place-home.ts'
import { board } from '../kit/entity/board.ts'
import { module } from '../kit/module.ts'
import { partStock } from '../measures/part-stock.ts'

/** Buildings, floors, rooms and warehouses. */
export const placeModule = module({
  name: 'place',
  entities: [location, floorPlan, floorPlanRoom, areaLarger, warehouse, warehouseEntry, warehouseEntryLine, partMovement, partReservation],
  machines: [warehouseEntering, partReserving],
  boards: [
    board(warehouseEntry, { shows: ['warehouse', 'supplier', 'dept', 'submittedBy', 'amountTotal'] }),
    board(partReservation, { heading: ['part'], shows: ['quantity', 'device', 'neededOn'] }),
  ],
  ends: ['partReservation.reservationStatus=issued', 'partReservation.reservationStatus=released', 'warehouseEntry.entryStatus=cancelled'],
  rules: [partsFollowing],
  measures: [partStock],
  notices: stockNotices,
  approvals: [entryApproval],
  calls: [storiedBuilding, floorPlanView, ...placeBuilding, ...Object.values(locationLists)],
  menu: [
    {
      code: 'place',
      zh: '位置管理',
      en: 'Locations',
      path: '/eam/plc',
      icon: 'place',
      tops: ['assets'],
      children: [
        {
          code: 'location',
          zh: '位置',
          en: 'Locations',
          path: '/eam/location',
          icon: 'place',
          entity: 'location',
          also: ['floorPlan', 'floorPlanRoom'],
        },
        { code: 'areaLarger', zh: '区域', en: 'Areas', path: '/eam/area-larger', icon: 'place', entity: 'areaLarger' },
        { code: 'warehouse', zh: '库房', en: 'Warehouses', path: '/eam/warehouse', icon: 'store', entity: 'warehouse' },
      ],
    },
    {
      code: 'store',
      zh: '库房管理',
      en: 'Warehouses and stock',
      path: '/eam/store',
      icon: 'store',
      tops: ['assets'],
      children: [
        {
          code: 'warehouseEntry',
          zh: '入库单',
          en: 'Warehouse entries',
          path: '/eam/warehouse-entry',
          icon: 'list',
          entity: 'warehouseEntry',
          also: ['warehouseEntryLine'],
        },
        {
          code: 'partMovement',
          zh: '配件出入库',
          en: 'Part movements',
          path: '/eam/part-movement',
          icon: 'part',
          entity: 'partMovement',
        },
        {
          code: 'partReservation',
          zh: '配件预留',
          en: 'Part reservations',
          path: '/eam/part-reservation',
          icon: 'part',
          entity: 'partReservation',
          isSearchOnly: true,
        },
      ],
    },
  ],
  rights: {
    equipment_manager: [
      'location.*',
      'floorPlan.*',
      'areaLarger.*',
      'warehouse.*',
      'warehouseEntry.*',
      'warehouseEntryLine.*',
      'partMovement.*',
      'partReservation.*',
    ],
    engineer: [
      'location.list',
      'floorPlan.list',
      'areaLarger.list',
      'warehouse.list',
      'partMovement.list',
      'partReservation.list',
      'partReservation.submit',
    ],
    keeper: ['location.list', 'floorPlan.list', 'areaLarger.list'],
    head: ['location.list', 'floorPlan.list', 'areaLarger.list'],
    warehouse_keeper: [
      'location.list',
      'floorPlan.list',
      'areaLarger.list',
      'warehouse.*',
      'warehouseEntry.list',
      'warehouseEntry.submit',
      'warehouseEntry.remove',
      'warehouseEntry.export',
      'warehouseEntryLine.*',
      'partMovement.*',
      'partReservation.*',
      // What the lines of an entry name.
      'supplier.list',
      'deviceClass.list',
      'assetsCategory.list',
    ],
    provider_engineer: ['location.list', 'floorPlan.list'],
  },
  imports: { location: locationImport },
  importCreates: ['location'],
  home: placeHome,
})
