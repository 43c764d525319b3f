import { locationLists, storiedBuilding } from '../calls/place.ts'
import { location } from '../entities/place/location.ts'
import { locationImport } from '../entities/place/location-import.ts'
import { placeHome } from '../home/place-home.ts'
import { area } from '../kit/area.ts'

/** Buildings, floors and rooms. */
export const placeArea = area({
  name: 'place',
  entities: [location],
  calls: [storiedBuilding, ...Object.values(locationLists)],
  menu: [
    {
      code: 'place',
      zh: '位置管理',
      en: 'Locations',
      path: '/eam/plc',
      icon: 'place',
      children: [{ code: 'location', zh: '位置', en: 'Locations', path: '/eam/location', icon: 'place', entity: 'location' }],
    },
  ],
  rights: {
    equipment_manager: ['location.*'],
    engineer: ['location.list'],
    keeper: ['location.list'],
    head: ['location.list'],
    warehouse_keeper: ['location.list'],
    provider_engineer: ['location.list'],
  },
  imports: { location: locationImport },
  home: placeHome,
})
