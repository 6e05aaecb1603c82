import type { Language } from './initial-language.ts'

/** The figures of a measurement by their paths, in the words of reports. */
const NAMES: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  'roof.roof_facets.area': { en: 'Roof area', es: 'Área del techo' },
  'roof.roof_facets.total': { en: 'Facets', es: 'Faldones' },
  'roof.ridges.length': { en: 'Ridges', es: 'Cumbreras' },
  'roof.hips.length': { en: 'Hips', es: 'Limatesas' },
  'roof.ridges_hips.length': { en: 'Ridges and hips', es: 'Cumbreras y limatesas' },
  'roof.ridges_hips.total': { en: 'Ridges and hips', es: 'Cumbreras y limatesas' },
  'roof.valleys.length': { en: 'Valleys', es: 'Limahoyas' },
  'roof.rakes.length': { en: 'Rakes', es: 'Bordes inclinados' },
  'roof.gutters_eaves.length': { en: 'Eaves and gutters', es: 'Aleros y canaletas' },
  'roof.eaves_rakes.length': { en: 'Eaves and rakes', es: 'Aleros y bordes inclinados' },
  'roof.flashing.length': { en: 'Flashing', es: 'Tapajuntas' },
  'roof.step_flashing.length': { en: 'Step flashing', es: 'Tapajuntas escalonado' },
  'roof.parapets.length': { en: 'Parapets', es: 'Parapetos' },
  'roof.penetrations.total': { en: 'Penetrations', es: 'Penetraciones' },
  'roof.penetrations.area': { en: 'Penetrations, area', es: 'Penetraciones, área' },
  'roof.penetrations.perimeter': { en: 'Penetrations, perimeter', es: 'Penetraciones, perímetro' },
  'area.facades.siding': { en: 'Siding without openings', es: 'Revestimiento sin aberturas' },
  'area.facades.other': { en: 'Other walls without openings', es: 'Otros muros sin aberturas' },
  'area.facades.walls': { en: 'All walls without openings', es: 'Todos los muros sin aberturas' },
  'area.openings.siding': { en: 'Openings in siding', es: 'Aberturas en el revestimiento' },
  'area.total.siding': { en: 'Siding with openings', es: 'Revestimiento con aberturas' },
  'area.total.walls': { en: 'All walls with openings', es: 'Todos los muros con aberturas' },
  'openings.quantity': { en: 'Windows and doors', es: 'Ventanas y puertas' },
  'openings.tops_length': { en: 'Tops', es: 'Dinteles' },
  'openings.sills_length': { en: 'Sills', es: 'Alféizares' },
  'openings.sides_length': { en: 'Sides', es: 'Jambas' },
  'openings.total_perimeter': { en: 'Perimeter', es: 'Perímetro' },
  'openings.area': { en: 'Area', es: 'Área' },
  'trim.level_starter': { en: 'Level starter', es: 'Arranque horizontal' },
  'trim.sloped_trim': { en: 'Sloped trim', es: 'Moldura inclinada' },
  'trim.vertical_trim': { en: 'Vertical trim', es: 'Moldura vertical' },
  'roofline.eaves_fascia.length': { en: 'Fascia at the eaves', es: 'Fascia en los aleros' },
  'roofline.eaves_fascia.avg_depth': { en: 'Depth of the eaves', es: 'Profundidad de los aleros' },
  'roofline.eaves_fascia.soffit_area': { en: 'Soffit', es: 'Sofito' },
  'roofline.rakes_fascia.length': { en: 'Fascia at the rakes', es: 'Fascia en los bordes' },
  'corners.inside.qty': { en: 'Inside corners', es: 'Esquinas interiores' },
  'corners.inside.len': { en: 'Inside corners, length', es: 'Esquinas interiores, longitud' },
  'corners.outside.qty': { en: 'Outside corners', es: 'Esquinas exteriores' },
  'corners.outside.len': { en: 'Outside corners, length', es: 'Esquinas exteriores, longitud' },
  'accessories.shutter.qty': { en: 'Shutters', es: 'Contraventanas' },
  'accessories.shutter.area': { en: 'Shutters, area', es: 'Contraventanas, área' },
  'accessories.vents.qty': { en: 'Vents', es: 'Rejillas' },
  'accessories.vents.area': { en: 'Vents, area', es: 'Rejillas, área' },
}

const COUNT = { en: 'count', es: 'cantidad' } as const

/** A figure that has no name here is shown by its path, so that nothing that was measured is hidden. */
export function figureName(path: string, language: Language): string {
  const name = NAMES[path]?.[language]
  if (name === undefined) return path.replaceAll('_', ' ').replaceAll('.', ' › ')
  return path.endsWith('.total') && path !== 'roof.roof_facets.total'
    ? `${name}, ${COUNT[language]}`
    : name
}
