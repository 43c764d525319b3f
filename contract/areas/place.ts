import { locationLists, storiedBuilding } from '../calls/place.ts'
import { placeBuilding } from '../calls/place-build.ts'
import { areaLarger } from '../entities/place/area-larger.ts'
import { location } from '../entities/place/location.ts'
import { locationImport } from '../entities/place/location-import.ts'
import { warehouse } from '../entities/place/warehouse.ts'
import { placeHome } from '../home/place-home.ts'
import { area } from '../kit/area.ts'

/** Buildings, floors, rooms and warehouses. */
export const placeArea = area({
  name: 'place',
  entities: [location, areaLarger, warehouse],
  calls: [storiedBuilding, ...placeBuilding, ...Object.values(locationLists)],
  menu: [
    {
      code: 'place',
      zh: '位置管理',
      en: 'Locations',
      path: '/eam/plc',
      icon: 'place',
      children: [
        { code: 'location', zh: '位置', en: 'Locations', path: '/eam/location', icon: 'place', entity: 'location' },
        { code: 'areaLarger', zh: '区域', en: 'Areas', path: '/eam/area-larger', icon: 'place', entity: 'areaLarger' },
        { code: 'warehouse', zh: '库房', en: 'Warehouses', path: '/eam/warehouse', icon: 'place', entity: 'warehouse' },
      ],
    },
  ],
  rights: {
    equipment_manager: ['location.*', 'areaLarger.*', 'warehouse.*'],
    engineer: ['location.list', 'areaLarger.list', 'warehouse.list'],
    keeper: ['location.list', 'areaLarger.list'],
    head: ['location.list', 'areaLarger.list'],
    warehouse_keeper: ['location.list', 'areaLarger.list', 'warehouse.*'],
    provider_engineer: ['location.list'],
  },
  imports: { location: locationImport },
  home: placeHome,
})
