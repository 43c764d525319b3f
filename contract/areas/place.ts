import { locationLists, storiedBuilding } from '../calls/place.ts'
import { location } from '../entities/place/location.ts'
import { locationImport } from '../entities/place/location-import.ts'
import { warehouse } from '../entities/place/warehouse.ts'
import { placeHome } from '../home/place-home.ts'
import { area } from '../kit/area.ts'

/** Buildings, floors, rooms and warehouses. */
export const placeArea = area({
  name: 'place',
  entities: [location, warehouse],
  calls: [storiedBuilding, ...Object.values(locationLists)],
  menu: [
    {
      code: 'place',
      zh: '位置管理',
      en: 'Locations',
      path: '/eam/plc',
      icon: 'place',
      children: [
        { code: 'location', zh: '位置', en: 'Locations', path: '/eam/location', icon: 'place', entity: 'location' },
        { code: 'warehouse', zh: '库房', en: 'Warehouses', path: '/eam/warehouse', icon: 'place', entity: 'warehouse' },
      ],
    },
  ],
  rights: {
    equipment_manager: ['location.*', 'warehouse.*'],
    engineer: ['location.list', 'warehouse.list'],
    keeper: ['location.list'],
    head: ['location.list'],
    warehouse_keeper: ['location.list', 'warehouse.*'],
    provider_engineer: ['location.list'],
  },
  imports: { location: locationImport },
  home: placeHome,
})
