import { expect, test } from 'vitest'
import { absent, draftedOn, expectedOn, houses, renumbered, withRows } from './table.ts'
import type { Row } from './table.ts'

/**
 * Calculated independently of the program: a row states the quantities of a line on the ranch, on the house with
 * dormers and on the cabin, as [calculated, ordered]. The comment above a row states the trade rule, its source and the
 * arithmetic, with waste as a factor and `→` for rounding up. Calculated quantities have 5 decimals, half-even.
 */
const gaf: readonly Row[] = [
  // 101 Timberline HDZ. Three bundles of together 64 shingles, 39-3/8 in wide at 5-5/8 in exposure: 64
  // × 39.375 × 5.625 ÷ 144 = 98.4 sq ft, 32.8 a bundle (by the size of the shingle; Owens Corning
  // states the same for its Duration). 10 % waste.
  //   ranch   18.112 sq × 1.10 ÷ 0.328 ≈ 60.74146 → 61
  //   dormers 35.865 sq × 1.10 ÷ 0.328 ≈ 120.27896 → 121
  //   cabin   7.424 sq × 1.10 ÷ 0.328 ≈ 24.89756 → 25
  [101, [60.74146, 61], [120.27896, 121], [24.89756, 25]],
  // 102 Starter strip. Along eaves and rakes (GAF Timberline HDZ application instructions); 120 ft a
  // bundle (GAF Pro-Start data sheet), 5 % waste.
  //   ranch   (108 + 67.1) ft × 1.05 ÷ 120 ≈ 1.53212 → 2
  //   dormers (262.3 + 104.6) ft × 1.05 ÷ 120 ≈ 3.21038 → 4
  //   cabin   (58.6 + 41.2) ft × 1.05 ÷ 120 = 0.87325 → 1
  [102, [1.53212, 2], [3.21038, 4], [0.87325, 1]],
  // 103 Ridge cap. On ridges and hips; 45 pieces at 6-2/3 in exposure are 25 ft a bundle (GAF
  // Seal-A-Ridge data sheet), 5 % waste.
  //   ranch   54 ft × 1.05 ÷ 25 = 2.268 → 3
  //   dormers 231.75 ft × 1.05 ÷ 25 = 9.7335 → 10
  //   cabin   37.8 ft × 1.05 ÷ 25 = 1.5876 → 2
  [103, [2.268, 3], [9.7335, 10], [1.5876, 2]],
  // 104 Synthetic underlayment. A roll of 4 ft × 250 ft is 10 squares; with 4 in side laps it lays 44
  // of 48 in, which the 10 % waste covers (by the size of the roll; laps: IRC R905.1.1).
  //   ranch   18.112 sq × 1.10 ÷ 10 = 1.99232 → 2
  //   dormers 35.865 sq × 1.10 ÷ 10 = 3.94515 → 4
  //   cabin   7.424 sq × 1.10 ÷ 10 = 0.81664 → 1
  [104, [1.99232, 2], [3.94515, 4], [0.81664, 1]],
  // 105 Ice and water shield. From the eaves to 24 in inside the wall line, which takes two courses of
  // 3 ft with the overhang (IRC R905.1.2), and 3 ft in each valley (IRC R905.2.8.2, 36 in). A roll of 3
  // ft × 66.7 ft is 2 squares; 10 % for end laps.
  //   ranch   (0 × 3 + 108 × 6) ÷ 100 sq × 1.10 ÷ 2 = 3.564 → 4
  //   dormers (96.4 × 3 + 262.3 × 6) ÷ 100 sq × 1.10 ÷ 2 = 10.2465 → 11
  //   cabin   (0 × 3 + 58.6 × 6) ÷ 100 sq × 1.10 ÷ 2 = 1.9338 → 2
  [105, [3.564, 4], [10.2465, 11], [1.9338, 2]],
  // 106 Ridge vent. On ridges, not on hips; pieces of 4 ft (GAF Cobra SnowCountry data sheet), 5 %
  // waste.
  //   ranch   54 ft × 1.05 ÷ 4 = 14.175 → 15
  //   dormers 88.25 ft × 1.05 ÷ 4 ≈ 23.16562 → 24
  //   cabin   ridges and hips are known only together: 0
  [106, [14.175, 15], [23.16562, 24], [0, 0]],
  // 107 Drip edge at the eaves. Pieces of 10 ft lap 2 in (IRC R905.2.8.5): 10 − 2 ÷ 12 = 9.83 ft each.
  // 5 % for corners.
  //   ranch   108 ft × 1.05 ÷ 9.83 ≈ 11.53611 → 12
  //   dormers 262.3 ft × 1.05 ÷ 9.83 ≈ 28.0178 → 29
  //   cabin   58.6 ft × 1.05 ÷ 9.83 ≈ 6.25941 → 7
  [107, [11.53611, 12], [28.0178, 29], [6.25941, 7]],
  // 108 Rake edge. The same lap; IRC R905.2.8.5 requires it at eaves and rakes.
  //   ranch   67.1 ft × 1.05 ÷ 9.83 ≈ 7.16734 → 8
  //   dormers 104.6 ft × 1.05 ÷ 9.83 ≈ 11.17294 → 12
  //   cabin   41.2 ft × 1.05 ÷ 9.83 ≈ 4.40081 → 5
  [108, [7.16734, 8], [11.17294, 12], [4.40081, 5]],
  // 109 W-valley. Metal of open valleys is 24 in wide (IRC R905.2.8.2; ARMA Residential Asphalt Roofing
  // Manual). 6 in laps leave 9.5 ft of 10. Only where there are valleys.
  //   ranch   no valleys: no item
  //   dormers 96.4 ft × 1.10 ÷ 9.5 ≈ 11.16211 → 12
  //   cabin   valleys not measured: no item
  [109, absent, [11.16211, 12], absent],
  // 110 Step flashing. One piece a course (CertainTeed Shingle Applicator’s Manual, flashing), at least
  // 4 in × 4 in (IRC R905.2.8.3). Courses are 5-5/8 in, so a bundle of 100 runs 100 × 5.625 ÷ 12 =
  // 46.875 ft. Only where it was measured.
  //   ranch   none: no item
  //   dormers 74.25 ft × 1.10 ÷ 46.875 = 1.7424 → 2
  //   cabin   not measured: no item
  [110, absent, [1.7424, 2], absent],
  // 111 Apron flashing. 6 in laps leave 9.5 ft of 10. Only where it was measured.
  //   ranch   none: no item
  //   dormers 31.5 ft × 1.10 ÷ 9.5 ≈ 3.64737 → 4
  //   cabin   not measured: no item
  [111, absent, [3.64737, 4], absent],
  // 112 Roof cap vents. An allowance of 2, counted on site: tools measure vents of the façades only.
  //   each    2 each
  [112, [2, 2], [2, 2], [2, 2]],
  // 113 Pipe flashings. An allowance of 3, counted on site.
  //   each    3 each
  [113, [3, 3], [3, 3], [3, 3]],
  // 114 Coil nails. Six nails a shingle for high wind (GAF Timberline HDZ application instructions; IRC
  // R905.2.6 requires 4): 64 × 6 = 384 a square; a quarter more for starter, caps, flashing and waste
  // makes 480. 7200 ÷ 480 = 15 squares a box.
  //   ranch   18.112 sq ÷ 15 ≈ 1.20747 → 2
  //   dormers 35.865 sq ÷ 15 = 2.391 → 3
  //   cabin   7.424 sq ÷ 15 ≈ 0.49493 → 1
  [114, [1.20747, 2], [2.391, 3], [0.49493, 1]],
  // 115 Cap nails. About one a square foot of underlayment: 2000 ÷ 100 = 20 squares a box (estimator’s
  // allowance).
  //   ranch   18.112 sq ÷ 20 = 0.9056 → 1
  //   dormers 35.865 sq ÷ 20 = 1.79325 → 2
  //   cabin   7.424 sq ÷ 20 = 0.3712 → 1
  [115, [0.9056, 1], [1.79325, 2], [0.3712, 1]],
  // 116 Sealant. A tube every 10 squares, never fewer than 2 (estimator’s allowance).
  //   ranch   18.112 sq ÷ 10 = 1.8112; at least 2 → 2
  //   dormers 35.865 sq ÷ 10 = 3.5865 → 4
  //   cabin   7.424 sq ÷ 10 = 0.7424; at least 2 → 2
  [116, [1.8112, 2], [3.5865, 4], [0.7424, 2]],
  // 117 Accessory paint. 2 cans a job.
  //   each    2 each
  [117, [2, 2], [2, 2], [2, 2]],
  // 118 Sheathing. An allowance of 3 sheets, billed as used.
  //   each    3 pieces
  [118, [3, 3], [3, 3], [3, 3]],
  // 119 Tear off. By the quarter square, at least 10 squares (the crew’s price list).
  //   ranch   18.112 sq → 18.25
  //   dormers 35.865 sq → 36
  //   cabin   7.424 sq; at least 10 → 10
  [119, [18.112, 18.25], [35.865, 36], [7.424, 10]],
  // 120 Install shingles. By the quarter square, at least 10 squares (the crew’s price list).
  //   ranch   18.112 sq → 18.25
  //   dormers 35.865 sq → 36
  //   cabin   7.424 sq; at least 10 → 10
  [120, [18.112, 18.25], [35.865, 36], [7.424, 10]],
  // 121 Steep charge. Only what is steeper than 8/12, where slide guards are not enough (OSHA's
  // residential rules of 1995): here the facets of 10/12 and 12/12, not those of 8/12.
  //   ranch   6/12: no item
  //   dormers (1148.25 + 214.5) ÷ 100 sq = 13.6275 → 13.75
  //   cabin   3/12, and a facet without a pitch: no item
  [121, absent, [13.6275, 13.75], absent],
  // 122 Install ridge vent. By the foot.
  //   ranch   54 ft
  //   dormers 88.25 ft
  //   cabin   ridges and hips are known only together: 0
  [122, [54, 54], [88.25, 88.25], [0, 0]],
  // 123 Install valley metal. By the foot, only where there are valleys.
  //   ranch   no valleys: no item
  //   dormers 96.4 ft
  //   cabin   valleys not measured: no item
  [123, absent, [96.4, 96.4], absent],
  // 124 Install step and apron flashing. By the foot.
  //   ranch   none: 0
  //   dormers (74.25 + 31.5) ft = 105.75
  //   cabin   not measured: 0
  [124, [0, 0], [105.75, 105.75], [0, 0]],
  // 125 Dumpster. One a job.
  //   each    1 each
  [125, [1, 1], [1, 1], [1, 1]],
  // 126 Permit. One a job.
  //   each    1 each
  [126, [1, 1], [1, 1], [1, 1]],
]

/** The same roof with other products and 12 % waste: the lines whose quantities differ. */
const owensCorning = withRows(renumbered(gaf, 400), [
  // 501 TruDefinition Duration. 64 shingles in three bundles cover 98.4 sq ft (Owens Corning Duration
  // data sheet): 32.8 a bundle. 12 % waste, the template’s own.
  //   ranch   18.112 sq × 1.12 ÷ 0.328 ≈ 61.84585 → 62
  //   dormers 35.865 sq × 1.12 ÷ 0.328 ≈ 122.46585 → 123
  //   cabin   7.424 sq × 1.12 ÷ 0.328 ≈ 25.35024 → 26
  [501, [61.84585, 62], [122.46585, 123], [25.35024, 26]],
  // 502 Starter strip. Along eaves and rakes; 105 ft a bundle (Owens Corning Starter Strip Plus data
  // sheet), 5 % waste.
  //   ranch   (108 + 67.1) ft × 1.05 ÷ 105 = 1.751 → 2
  //   dormers (262.3 + 104.6) ft × 1.05 ÷ 105 = 3.669 → 4
  //   cabin   (58.6 + 41.2) ft × 1.05 ÷ 105 = 0.998 → 1
  [502, [1.751, 2], [3.669, 4], [0.998, 1]],
  // 503 Hip and ridge. 72 pieces at 5-5/8 in exposure are 33 ft a bundle (Owens Corning ProEdge data
  // sheet), 5 % waste.
  //   ranch   54 ft × 1.05 ÷ 33 ≈ 1.71818 → 2
  //   dormers 231.75 ft × 1.05 ÷ 33 ≈ 7.37386 → 8
  //   cabin   37.8 ft × 1.05 ÷ 33 ≈ 1.20273 → 2
  [503, [1.71818, 2], [7.37386, 8], [1.20273, 2]],
  // 506 Ridge vent. On ridges; rolls of 20 ft (by the size of the roll), 5 % waste.
  //   ranch   54 ft × 1.05 ÷ 20 = 2.835 → 3
  //   dormers 88.25 ft × 1.05 ÷ 20 ≈ 4.63312 → 5
  //   cabin   ridges and hips are known only together: 0
  [506, [2.835, 3], [4.63312, 5], [0, 0]],
])

test.for(houses)('template 1, Asphalt Shingle Roof with GAF products, on the %s', async (house) => {
  expect(await draftedOn(house, { templateId: 1, defaultWasteFactor: 0.1 })).toEqual(
    expectedOn(house, gaf),
  )
})

test.for(houses)(
  'template 5, Asphalt Shingle Roof with Owens Corning products, on the %s',
  async (house) => {
    expect(await draftedOn(house, { templateId: 5, defaultWasteFactor: 0.12 })).toEqual(
      expectedOn(house, owensCorning),
    )
  },
)
