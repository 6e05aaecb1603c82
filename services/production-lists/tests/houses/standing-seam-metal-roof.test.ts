import { expect, test } from 'vitest'
import { absent, draftedOn, expectedOn, houses } from './table.ts'
import type { Row } from './table.ts'

/**
 * Calculated independently of the program: a row states the quantities of a line on the ranch, on the house with
 * dormers and on the cabin, as [calculated, ordered]. The comment above a row states the trade rule, its source and the
 * arithmetic, with waste as a factor and `→` for rounding up. Calculated quantities have 5 decimals, half-even.
 */
const standingSeam: readonly Row[] = [
  // 201 Panels. Sold by the square; 12 % waste, for panels cut to length at hips and valleys
  // (estimator’s allowance).
  //   ranch   18.112 sq × 1.12 = 20.28544 → 21
  //   dormers 35.865 sq × 1.12 = 40.1688 → 41
  //   cabin   7.424 sq × 1.12 = 8.31488 → 9
  [201, [20.28544, 21], [40.1688, 41], [8.31488, 9]],
  // 202 Panel clips. A 16 in panel has 100 ÷ (16 ÷ 12) = 75 ft of seam a square; a clip every 18 in
  // (Petersen PAC-CLAD, General Considerations) is 50. 250 ÷ 50 = 5 squares a box.
  //   ranch   18.112 sq ÷ 5 = 3.6224 → 4
  //   dormers 35.865 sq ÷ 5 = 7.173 → 8
  //   cabin   7.424 sq ÷ 5 = 1.4848 → 2
  [202, [3.6224, 4], [7.173, 8], [1.4848, 2]],
  // 203 Pancake screws. Two a clip (our assumption; the UL assembly in use wins): 100 a square, 1000 ÷ 100 = 10 squares a box.
  //   ranch   18.112 sq ÷ 10 = 1.8112 → 2
  //   dormers 35.865 sq ÷ 10 = 3.5865 → 4
  //   cabin   7.424 sq ÷ 10 = 0.7424 → 1
  [203, [1.8112, 2], [3.5865, 4], [0.7424, 1]],
  // 204 High-temperature underlayment. A roll of 3 ft × 72 ft is 216 sq ft, about 2 squares after laps
  // (by the size of the roll); over the whole deck, eaves included (PAC-CLAD, General
  // Considerations). 10 % waste.
  //   ranch   18.112 sq × 1.10 ÷ 2 = 9.9616 → 10
  //   dormers 35.865 sq × 1.10 ÷ 2 = 19.72575 → 20
  //   cabin   7.424 sq × 1.10 ÷ 2 = 4.0832 → 5
  [204, [9.9616, 10], [19.72575, 20], [4.0832, 5]],
  // 205 Eave trim. 4 in laps (metal roof trim laps 3 to 4 in: Mid Florida Metal Roofing Supply, How
  // Much Should Metal Roof Trim Overlap) leave 9.66 ft of 10. 5 % waste.
  //   ranch   108 ft × 1.05 ÷ 9.66 ≈ 11.73913 → 12
  //   dormers 262.3 ft × 1.05 ÷ 9.66 ≈ 28.51087 → 29
  //   cabin   58.6 ft × 1.05 ÷ 9.66 ≈ 6.36957 → 7
  [205, [11.73913, 12], [28.51087, 29], [6.36957, 7]],
  // 206 Rake trim. The same laps.
  //   ranch   67.1 ft × 1.05 ÷ 9.66 ≈ 7.29348 → 8
  //   dormers 104.6 ft × 1.05 ÷ 9.66 ≈ 11.36957 → 12
  //   cabin   41.2 ft × 1.05 ÷ 9.66 ≈ 4.47826 → 5
  [206, [7.29348, 8], [11.36957, 12], [4.47826, 5]],
  // 207 Cleat. Under eave and rake trim, butted: 10 ft a piece, 5 % waste.
  //   ranch   (108 + 67.1) ft × 1.05 ÷ 10 = 18.3855 → 19
  //   dormers (262.3 + 104.6) ft × 1.05 ÷ 10 = 38.5245 → 39
  //   cabin   (58.6 + 41.2) ft × 1.05 ÷ 10 = 10.479 → 11
  [207, [18.3855, 19], [38.5245, 39], [10.479, 11]],
  // 208 Ridge and hip cap. 6 in laps (McElroy Metal, Standing Seam Metal Roof Flashing Details: 4 to 6
  // in) leave 9.5 ft of 10. 5 % waste.
  //   ranch   54 ft × 1.05 ÷ 9.5 ≈ 5.96842 → 6
  //   dormers 231.75 ft × 1.05 ÷ 9.5 ≈ 25.61447 → 26
  //   cabin   37.8 ft × 1.05 ÷ 9.5 ≈ 4.17789 → 5
  [208, [5.96842, 6], [25.61447, 26], [4.17789, 5]],
  // 209 Vented Z-closure. Both sides of each ridge.
  //   ranch   2 × 54 ft × 1.05 ÷ 10 = 11.34 → 12
  //   dormers 2 × 88.25 ft × 1.05 ÷ 10 = 18.5325 → 19
  //   cabin   ridges and hips are known only together: 0
  [209, [11.34, 12], [18.5325, 19], [0, 0]],
  // 210 Z-closure. Both sides of each hip.
  //   ranch   no hips: 0
  //   dormers 2 × 143.5 ft × 1.05 ÷ 10 = 30.135 → 31
  //   cabin   ridges and hips are known only together: 0
  [210, [0, 0], [30.135, 31], [0, 0]],
  // 211 W-valley. 6 in laps leave 9.5 ft of 10; 10 % waste. Only where there are valleys.
  //   ranch   no valleys: no item
  //   dormers 96.4 ft × 1.10 ÷ 9.5 ≈ 11.16211 → 12
  //   cabin   valleys not measured: no item
  [211, absent, [11.16211, 12], absent],
  // 212 Endwall flashing. 4 in laps; 10 % waste. Only where a roof runs up to a wall.
  //   ranch   none: no item
  //   dormers 31.5 ft × 1.10 ÷ 9.66 ≈ 3.58696 → 4
  //   cabin   not measured: no item
  [212, absent, [3.58696, 4], absent],
  // 213 Sidewall flashing. One continuous piece where shingles would have steps; 4 in laps, 10 % waste.
  //   ranch   none: no item
  //   dormers 74.25 ft × 1.10 ÷ 9.66 ≈ 8.45497 → 9
  //   cabin   not measured: no item
  [213, absent, [8.45497, 9], absent],
  // 214 Butyl tape. One run under eave and rake trim, one each side of ridges, hips and valleys; 45 ft
  // a roll, 5 % waste.
  //   ranch   (108 + 67.1 + 2 × 54 + 2 × 0) ft × 1.05 ÷ 45 ≈ 6.60567 → 7
  //   dormers (262.3 + 104.6 + 2 × 231.75 + 2 × 96.4) ft × 1.05 ÷ 45 ≈ 23.87467 → 24
  //   cabin   (58.6 + 41.2 + 2 × 37.8 + 2 × 0) ft × 1.05 ÷ 45 ≈ 4.09267 → 5
  [214, [6.60567, 7], [23.87467, 24], [4.09267, 5]],
  // 215 Sealant. Laps and ends: a tube every 40 ft of trim (estimator’s allowance).
  //   ranch   (108 + 67.1 + 54) ft ÷ 40 = 5.7275 → 6
  //   dormers (262.3 + 104.6 + 231.75) ft ÷ 40 = 14.96625 → 15
  //   cabin   (58.6 + 41.2 + 37.8) ft ÷ 40 = 3.44 → 4
  [215, [5.7275, 6], [14.96625, 15], [3.44, 4]],
  // 216 Pop rivets. About one a foot of trim: 250 ft a box.
  //   ranch   (108 + 67.1 + 54 + 0) ft ÷ 250 = 0.9164 → 1
  //   dormers (262.3 + 104.6 + 231.75 + 96.4) ft ÷ 250 = 2.7802 → 3
  //   cabin   (58.6 + 41.2 + 37.8 + 0) ft ÷ 250 = 0.5504 → 1
  [216, [0.9164, 1], [2.7802, 3], [0.5504, 1]],
  // 218 Pipe flashings. An allowance of 3, counted on site.
  //   each    3 each
  [218, [3, 3], [3, 3], [3, 3]],
  // 219 Snow rail. One run along the eaves, 8 ft a piece.
  //   ranch   108 ft ÷ 8 = 13.5 → 14
  //   dormers 262.3 ft ÷ 8 = 32.7875 → 33
  //   cabin   58.6 ft ÷ 8 = 7.325 → 8
  [219, [13.5, 14], [32.7875, 33], [7.325, 8]],
  // 220 Touch-up paint. One a job.
  //   each    1 each
  [220, [1, 1], [1, 1], [1, 1]],
  // 221 Tear off. By the quarter square, at least 10 squares (the crew’s price list).
  //   ranch   18.112 sq → 18.25
  //   dormers 35.865 sq → 36
  //   cabin   7.424 sq; at least 10 → 10
  [221, [18.112, 18.25], [35.865, 36], [7.424, 10]],
  // 222 Install panels. By the quarter square, at least 10 squares (the crew’s price list).
  //   ranch   18.112 sq → 18.25
  //   dormers 35.865 sq → 36
  //   cabin   7.424 sq; at least 10 → 10
  [222, [18.112, 18.25], [35.865, 36], [7.424, 10]],
  // 223 Steep charge. Only what is steeper than 8/12 (OSHA's residential rules of 1995): the facets of 10/12 and
  // 12/12.
  //   ranch   6/12: no item
  //   dormers (1148.25 + 214.5) ÷ 100 sq = 13.6275 → 13.75
  //   cabin   3/12, and a facet without a pitch: no item
  [223, absent, [13.6275, 13.75], absent],
  // 224 Install trim and flashing. By the foot of all of it.
  //   ranch   (108 + 67.1 + 54 + 0 + 0 + 0) ft = 229.1
  //   dormers (262.3 + 104.6 + 231.75 + 96.4 + 31.5 + 74.25) ft = 800.8
  //   cabin   (58.6 + 41.2 + 37.8 + 0 + 0 + 0) ft = 137.6
  [224, [229.1, 229.1], [800.8, 800.8], [137.6, 137.6]],
  // 225 Panel machine and delivery. One a job.
  //   each    1 each
  [225, [1, 1], [1, 1], [1, 1]],
  // 226 Dumpster. One a job.
  //   each    1 each
  [226, [1, 1], [1, 1], [1, 1]],
  // 227 Permit. One a job.
  //   each    1 each
  [227, [1, 1], [1, 1], [1, 1]],
]

test.for(houses)('template 2, Standing Seam Metal Roof, on the %s', async (house) => {
  expect(await draftedOn(house, { templateId: 2, defaultWasteFactor: 0.1 })).toEqual(
    expectedOn(house, standingSeam),
  )
})
