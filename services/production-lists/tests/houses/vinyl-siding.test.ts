import { expect, test } from 'vitest'
import { absent, draftedOn, expectedOn, houses } from './table.ts'
import type { Row } from './table.ts'

/**
 * Calculated independently of the program: a row states the quantities of a line on the ranch, on the house with
 * dormers and on the cabin, as [calculated, ordered]. The comment above a row states the trade rule, its source and the
 * arithmetic, with waste as a factor and `→` for rounding up. Calculated quantities have 5 decimals, half-even.
 */
const vinyl: readonly Row[] = [
  // 301 Clapboard. Walls without their openings, 2 squares a box; 10 % waste (CertainTeed Vinyl Siding
  // Installation Guide, Estimating).
  //   ranch   13.12 sq × 1.10 ÷ 2 = 7.216 → 8
  //   dormers 27.485 sq × 1.10 ÷ 2 = 15.11675 → 16
  //   cabin   5.865 sq × 1.10 ÷ 2 = 3.22575 → 4
  [301, [7.216, 8], [15.11675, 16], [3.22575, 4]],
  // 302 Starter strip. Where the siding starts level, 10 ft a piece (Jackson Lumber, Estimating Siding
  // & Accessories: perimeter ÷ 10); 5 % waste.
  //   ranch   151 ft × 1.05 ÷ 10 = 15.855 → 16
  //   dormers 214.5 ft × 1.05 ÷ 10 = 22.5225 → 23
  //   cabin   trim not measured: 0
  [302, [15.855, 16], [22.5225, 23], [0, 0]],
  // 303 J-channel. Around openings and wherever the siding ends on a slope or upright (VSI Installation
  // Manual, Accessories); 12-1/2 ft a piece, 10 % waste.
  //   ranch   (210 + 62.6 + 0) ft × 1.10 ÷ 12.5 = 23.9888 → 24
  //   dormers (448.25 + 98.75 + 61.25) ft × 1.10 ÷ 12.5 = 53.526 → 54
  //   cabin   (106 + 0 + 0) ft × 1.10 ÷ 12.5 = 9.328 → 10
  [303, [23.9888, 24], [53.526, 54], [9.328, 10]],
  // 304 Outside corner posts. 10 ft a piece; a second piece on a corner laps 3/4 in (VSI Installation
  // Manual, Accessories), which the 10 % waste covers.
  //   ranch   34 ft × 1.10 ÷ 10 = 3.74 → 4
  //   dormers 158.25 ft × 1.10 ÷ 10 = 17.4075 → 18
  //   cabin   33.5 ft × 1.10 ÷ 10 = 3.685 → 4
  [304, [3.74, 4], [17.4075, 18], [3.685, 4]],
  // 305 Inside corner posts. The same. Only where there are inside corners.
  //   ranch   none: no item
  //   dormers 47.5 ft × 1.10 ÷ 10 = 5.225 → 6
  //   cabin   not measured: no item
  [305, absent, [5.225, 6], absent],
  // 306 Undersill trim. Under windows and at the top of walls under the eaves (Jackson Lumber: utility
  // trim); 12-1/2 ft a piece, 10 % waste.
  //   ranch   (38 + 108) ft × 1.10 ÷ 12.5 = 12.848 → 13
  //   dormers (84.25 + 262.3) ft × 1.10 ÷ 12.5 = 30.4964 → 31
  //   cabin   (0 + 58.6) ft × 1.10 ÷ 12.5 = 5.1568 → 6
  [306, [12.848, 13], [30.4964, 31], [5.1568, 6]],
  // 307 Soffit. Length × depth of the eaves, 2 squares a box, 10 % waste.
  //   ranch   1.08 sq × 1.10 ÷ 2 = 0.594 → 1
  //   dormers 3.279 sq × 1.10 ÷ 2 = 1.80345 → 2
  //   cabin   soffit not measured: 0
  [307, [0.594, 1], [1.80345, 2], [0, 0]],
  // 308 F-channel. Holds the soffit at the wall along eaves and rakes (Jackson Lumber: length of
  // overhang ÷ piece); 12-1/2 ft, 10 % waste.
  //   ranch   (108 + 67.1) ft × 1.10 ÷ 12.5 = 15.4088 → 16
  //   dormers (262.3 + 104.6) ft × 1.10 ÷ 12.5 = 32.2872 → 33
  //   cabin   (58.6 + 0) ft × 1.10 ÷ 12.5 = 5.1568 → 6
  [308, [15.4088, 16], [32.2872, 33], [5.1568, 6]],
  // 309 Trim coil, fascia. A roll of 24 in × 50 ft gives three 8 in strips: 150 ft; 10 % waste. Shares
  // its rolls with 310.
  //   ranch   (108 + 67.1) ft × 1.10 ÷ 150 ≈ 1.28407 → 2
  //   dormers (262.3 + 104.6) ft × 1.10 ÷ 150 = 2.6906 → 3
  //   cabin   (58.6 + 0) ft × 1.10 ÷ 150 ≈ 0.42973 → 1
  [309, [1.28407, 2], [2.6906, 3], [0.42973, 1]],
  // 310 Trim coil, openings. The same strips around the openings; 15 % waste for the bends. The roll
  // opened for the fascia is used up first.
  //   ranch   210 ft × 1.15 ÷ 150 = 1.61; less 0.71593 left over from 309 = 0.89407 → 1
  //   dormers 448.25 ft × 1.15 ÷ 150 ≈ 3.43658; less 0.3094 left over from 309 = 3.12718 → 4
  //   cabin   106 ft × 1.15 ÷ 150 ≈ 0.81267; less 0.57027 left over from 309 = 0.2424 → 1
  [310, [1.61, 1], [3.43658, 4], [0.81267, 1]],
  // 311 House wrap. Over openings too, which are cut out later; 9 ft × 150 ft = 13.5 squares a roll. 6
  // in laps (DuPont Tyvek Installation Guidelines) are within the 10 % waste.
  //   ranch   15.56 sq × 1.10 ÷ 13.5 ≈ 1.26785 → 2
  //   dormers 31.445 sq × 1.10 ÷ 13.5 ≈ 2.56219 → 3
  //   cabin   6.575 sq × 1.10 ÷ 13.5 ≈ 0.53574 → 1
  [311, [1.26785, 2], [2.56219, 3], [0.53574, 1]],
  // 312 Wrap tape. 10 squares of a 9 ft roll have 111 ft of seam; 164 ft tape it with its ends and head
  // flaps.
  //   ranch   15.56 sq ÷ 10 = 1.556 → 2
  //   dormers 31.445 sq ÷ 10 = 3.1445 → 4
  //   cabin   6.575 sq ÷ 10 = 0.6575 → 1
  [312, [1.556, 2], [3.1445, 4], [0.6575, 1]],
  // 313 Straight flashing. Jambs and heads; jamb pieces run past the head, head pieces past the jambs
  // (VSI Installation Manual, Accessories; ASTM E2112): 20 %. 150 ft a roll.
  //   ranch   (44 + 128) ft × 1.20 ÷ 150 = 1.376 → 2
  //   dormers (92.5 + 271.5) ft × 1.20 ÷ 150 = 2.912 → 3
  //   cabin   (21.5 + 63) ft × 1.20 ÷ 150 = 0.676 → 1
  [313, [1.376, 2], [2.912, 3], [0.676, 1]],
  // 314 Sill flashing. 12 in longer than each sill, 6 in up either jamb (DuPont Tyvek Installation
  // Guidelines): about a third more, 35 %. 75 ft a roll.
  //   ranch   38 ft × 1.35 ÷ 75 = 0.684 → 1
  //   dormers 84.25 ft × 1.35 ÷ 75 = 1.5165 → 2
  //   cabin   sills not measured: 0
  [314, [0.684, 1], [1.5165, 2], [0, 0]],
  // 315 Insulation board. 4 ft × 8 ft = 0.32 squares a board; 10 % waste.
  //   ranch   13.12 sq × 1.10 ÷ 0.32 = 45.1 → 46
  //   dormers 27.485 sq × 1.10 ÷ 0.32 ≈ 94.47969 → 95
  //   cabin   5.865 sq × 1.10 ÷ 0.32 ≈ 20.16094 → 21
  [315, [45.1, 46], [94.47969, 95], [20.16094, 21]],
  // 316 Cap nails. 32 a board, about 100 a square: 1000 ÷ 100 = 10 squares a box (estimator’s
  // allowance).
  //   ranch   13.12 sq ÷ 10 = 1.312 → 2
  //   dormers 27.485 sq ÷ 10 = 2.7485 → 3
  //   cabin   5.865 sq ÷ 10 = 0.5865 → 1
  [316, [1.312, 2], [2.7485, 3], [0.5865, 1]],
  // 317 Siding nails. Square feet × 0.01 lb (Jackson Lumber): a pound a square, 5 squares a box. 2 in
  // through 1/2 in of foam leave the 1-1/4 in that VSI requires.
  //   ranch   13.12 sq ÷ 5 = 2.624 → 3
  //   dormers 27.485 sq ÷ 5 = 5.497 → 6
  //   cabin   5.865 sq ÷ 5 = 1.173 → 2
  [317, [2.624, 3], [5.497, 6], [1.173, 2]],
  // 318 Trim nails. A pound for 600 ft of bent trim (estimator’s allowance).
  //   ranch   (210 + 108 + 67.1) ft ÷ 600 ≈ 0.64183 → 1
  //   dormers (448.25 + 262.3 + 104.6) ft ÷ 600 ≈ 1.35858 → 2
  //   cabin   (106 + 58.6 + 0) ft ÷ 600 ≈ 0.27433 → 1
  [318, [0.64183, 1], [1.35858, 2], [0.27433, 1]],
  // 319 Sealant. A tube for two openings (estimator’s allowance).
  //   ranch   14 openings ÷ 2 = 7 → 7
  //   dormers 27 openings ÷ 2 = 13.5 → 14
  //   cabin   7 openings ÷ 2 = 3.5 → 4
  [319, [7, 7], [13.5, 14], [3.5, 4]],
  // 320 Light blocks. An allowance of 4.
  //   each    4 each
  [320, [4, 4], [4, 4], [4, 4]],
  // 321 Split blocks. An allowance of 2.
  //   each    2 each
  [321, [2, 2], [2, 2], [2, 2]],
  // 322 Wall vents. As counted on the façades.
  //   ranch   2 each
  //   dormers 3 each
  //   cabin   not measured: 0
  [322, [2, 2], [3, 3], [0, 0]],
  // 323 Shutters. As counted. Only where there are any.
  //   ranch   8 each
  //   dormers none: no item
  //   cabin   not measured: no item
  [323, [8, 8], absent, absent],
  // 324 Remove siding. By the quarter square, at least 8 squares (the crew’s price list).
  //   ranch   13.12 sq → 13.25
  //   dormers 27.485 sq → 27.5
  //   cabin   5.865 sq; at least 8 → 8
  [324, [13.12, 13.25], [27.485, 27.5], [5.865, 8]],
  // 325 Install wrap and board. By the quarter square, openings included.
  //   ranch   15.56 sq → 15.75
  //   dormers 31.445 sq → 31.5
  //   cabin   6.575 sq → 6.75
  [325, [15.56, 15.75], [31.445, 31.5], [6.575, 6.75]],
  // 326 Install siding. By the quarter square, at least 8 squares (the crew’s price list).
  //   ranch   13.12 sq → 13.25
  //   dormers 27.485 sq → 27.5
  //   cabin   5.865 sq; at least 8 → 8
  [326, [13.12, 13.25], [27.485, 27.5], [5.865, 8]],
  // 327 Install corner posts. By the foot.
  //   ranch   (34 + 0) ft = 34
  //   dormers (158.25 + 47.5) ft = 205.75
  //   cabin   (33.5 + 0) ft = 33.5
  [327, [34, 34], [205.75, 205.75], [33.5, 33.5]],
  // 328 Install soffit and fascia. By the foot.
  //   ranch   (108 + 67.1) ft = 175.1
  //   dormers (262.3 + 104.6) ft = 366.9
  //   cabin   (58.6 + 0) ft = 58.6
  [328, [175.1, 175.1], [366.9, 366.9], [58.6, 58.6]],
  // 329 Wrap openings. Each.
  //   ranch   14 each
  //   dormers 27 each
  //   cabin   7 each
  [329, [14, 14], [27, 27], [7, 7]],
  // 330 Dumpster. One a job.
  //   each    1 each
  [330, [1, 1], [1, 1], [1, 1]],
  // 331 Permit. One a job.
  //   each    1 each
  [331, [1, 1], [1, 1], [1, 1]],
]

test.for(houses)('template 3, Vinyl Siding, on the %s', async (house) => {
  expect(await draftedOn(house, { templateId: 3, defaultWasteFactor: 0.1 })).toEqual(
    expectedOn(house, vinyl),
  )
})
