import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { ProductionListRow } from '../db/lists/production-list-reads.ts';
import type { ListPreview, PreviewItem } from '../lists/preview-list.ts';
import type { JobHead } from '../db/jobs/job-reads.ts';
import type { MeasurementRow } from '../db/jobs/measurement-reads.ts';
import type { MeasurementFileRow, FileSource } from '../db/measurement-files/measurement-file-reads.ts';
import type { PreviewedFile, PreviewedFigure } from '../jobs/preview-measurement-file.ts';
import type { ListItemRow } from '../db/lists/list-item-reads.ts';
import type { PriceBookRow } from '../db/prices/price-book-reads.ts';
import type { PriceRow } from '../db/prices/price-reads.ts';
import type { PriceImport } from '../prices/import-prices.ts';
import type { ProductRow } from '../db/templates/product-reads.ts';
import type { TemplateRow, OwnTemplateLine } from '../db/templates/template-reads.ts';
import type { MeasureName } from '../domain/templates/measure.ts';
import type { Explanation } from '../db/lists/explanation-reads.ts';
import type { OwnPriceWarning } from '../db/loaders.ts';
import type { RevisionRow } from '../db/lists/revision-reads.ts';
import type { OrganizationDiff, OrganizationItemDiff } from '../lists/compare-versions.ts';
import type { Context } from '../context.ts';
export type Maybe<T> = T | null | undefined;
export type InputMaybe<T> = T | null | undefined;
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** ISO 8601 timestamp in UTC with milliseconds, such as 2026-03-14T15:09:26.535Z. */
  DateTime: { input: Date; output: Date; }
  /** Any JSON value. */
  JSON: { input: unknown; output: unknown; }
  _FieldSet: { input: unknown; output: unknown; }
};

/**
 * One field that changed, under its name in ProductionList, ListItem or ListItemExplanation; productId,
 * vendorId and priceId stand for what they refer to.
 */
export type FieldChange = {
  readonly __typename?: 'FieldChange';
  /** Name of the field, such as quantity, SKU or vendorId. */
  readonly field: Scalars['String']['output'];
  /** The value before, as the API shows it. Null of a cost without the scope prices:read. */
  readonly from?: Maybe<Scalars['JSON']['output']>;
  /** The value after. Null of a cost without the scope prices:read. */
  readonly to?: Maybe<Scalars['JSON']['output']>;
};

/** A measured property on which work is to be done. */
export type Job = {
  readonly __typename?: 'Job';
  /** When the job was created. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** The key under which your own system knows the job, unique in the organization. */
  readonly externalIdentifier?: Maybe<Scalars['String']['output']>;
  /** Job id. */
  readonly id: Scalars['Int']['output'];
  /** Its measurements; null when there are none, or none of this version. */
  readonly measurement?: Maybe<JobMeasurement>;
  /** The newest version of its measurements; null when it was never measured. */
  readonly measurementVersion?: Maybe<Scalars['Int']['output']>;
  /** All versions of its measurements, newest first; the newest 100. */
  readonly measurements: ReadonlyArray<JobMeasurement>;
  /** Name of the job. */
  readonly name?: Maybe<Scalars['String']['output']>;
  /** The organization it belongs to. */
  readonly orgId: Scalars['Int']['output'];
  /** How many production lists it has. */
  readonly productionListCount: Scalars['Int']['output'];
  /** When the job last changed or was last measured. */
  readonly updatedAt: Scalars['DateTime']['output'];
};


/** A measured property on which work is to be done. */
export type JobMeasurementArgs = {
  version?: InputMaybe<Scalars['Int']['input']>;
};

/** One page of jobs. */
export type JobConnection = {
  readonly __typename?: 'JobConnection';
  /** The jobs of this page. */
  readonly nodes: ReadonlyArray<Job>;
  /** How to get the next page. */
  readonly pageInfo: PageInfo;
};

/** A job to create or change. What is left out stays as it is. */
export type JobImport = {
  /** The key under which your own system knows the job, 1 to 255 characters. */
  readonly externalIdentifier: Scalars['String']['input'];
  /** As in jobMeasurementsImport: a new version, unless it is the newest already. Null: none. */
  readonly measurements?: InputMaybe<Scalars['JSON']['input']>;
  /** At most 250 characters; null removes it. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
};

/** Why a job was not saved. */
export type JobImportError = {
  readonly __typename?: 'JobImportError';
  /** Its key, as it was given. */
  readonly externalIdentifier: Scalars['String']['output'];
  /** Its position in jobs, from 0. */
  readonly index: Scalars['Int']['output'];
  /** What is wrong with it. */
  readonly message: Scalars['String']['output'];
  /** The value at fault, such as measurements.roof.ridges.length. */
  readonly path: Scalars['String']['output'];
};

/** What a measuring tool exported of a job. It never changes: a new import is a new version. */
export type JobMeasurement = {
  readonly __typename?: 'JobMeasurement';
  /** When it was imported. */
  readonly createdAt: Scalars['DateTime']['output'];
  /**
   * The export as it was imported, unknown keys included. One request may read at most 8 MB of measurements;
   * above that BAD_USER_INPUT.
   */
  readonly measurements: Scalars['JSON']['output'];
  /** The file that it was read from; null when it was imported without one. */
  readonly source?: Maybe<MeasurementSource>;
  /** The user that imported it; null when it did not come through the API. */
  readonly userId?: Maybe<Scalars['Int']['output']>;
  /** Grows by one with each import of a job, from 1. */
  readonly version: Scalars['Int']['output'];
};

/** The response to the mutations of a job. */
export type JobPayload = {
  readonly __typename?: 'JobPayload';
  /** The job as it stands after the mutation. */
  readonly job?: Maybe<Job>;
  /** The version that holds the imported measurements; null when the mutation imports none. */
  readonly measurement?: Maybe<JobMeasurement>;
};

/** What came of an import of jobs. */
export type JobsImportPayload = {
  readonly __typename?: 'JobsImportPayload';
  /** How many jobs were there and have a new name or new measurements. */
  readonly changed: Scalars['Int']['output'];
  /** How many jobs are new. */
  readonly created: Scalars['Int']['output'];
  /** The jobs that were not saved, in their order. */
  readonly errors: ReadonlyArray<JobImportError>;
  /** How many jobs were there and are as they were. */
  readonly unchanged: Scalars['Int']['output'];
};

/** An item of a production list: a material to order, labor to do, or another cost. */
export type ListItem = {
  readonly __typename?: 'ListItem';
  /** Stock keeping unit of the product. */
  readonly SKU?: Maybe<Scalars['String']['output']>;
  /** Quantity computed from measurement, coverage and waste factor, to 5 decimals. */
  readonly calculatedQuantity: Scalars['Float']['output'];
  /** Color of the product. */
  readonly color?: Maybe<Scalars['String']['output']>;
  /** Where the figures come from, as data and as one sentence. */
  readonly explanation?: Maybe<ListItemExplanation>;
  /** List item id. */
  readonly id: Scalars['Int']['output'];
  /** Whether the measurement or the quantity was set by hand. */
  readonly isManualMeasurement: Scalars['Boolean']['output'];
  /** Group the item belongs to. */
  readonly listItemGroupName: Scalars['String']['output'];
  /** The fraction added to totalCost for totalPrice, such as 0.35. Null without the scope prices:read. */
  readonly markup?: Maybe<Scalars['Float']['output']>;
  /** What was measured, in measurementUnits. */
  readonly measurement: Scalars['Float']['output'];
  /** Unit of the measurement. Known values: squares (100 square feet), linear_feet. Null for a count. */
  readonly measurementUnits?: Maybe<Scalars['String']['output']>;
  /** Name of the item. */
  readonly name: Scalars['String']['output'];
  /** Notes for the crew or the supplier; empty when there are none. */
  readonly notes: Scalars['String']['output'];
  /** quantity × unitCost. Null without the scope prices:read. */
  readonly pretaxCost?: Maybe<Scalars['Float']['output']>;
  /** The product; null for labor and other items without one. */
  readonly product?: Maybe<Product>;
  /** Quantity to order: the computed one, rounded by the rule of the item (see explanation), or the one set by hand. */
  readonly quantity: Scalars['Float']['output'];
  /**
   * The quantity in another unit by the packages of the item's product, to 5 decimals; null when they do not
   * lead there.
   */
  readonly quantityIn?: Maybe<Scalars['Float']['output']>;
  /**
   * Unit of the quantity. Known values: BOXES, EACH, TUBES, BUNDLES, PIECES, SQUARES, LINEAR_FEET, ROLLS;
   * others may follow.
   */
  readonly quantityUnits: Scalars['String']['output'];
  /** Position in the list, from 1. */
  readonly sortOrder: Scalars['Int']['output'];
  /** Tax in per cent: 7.25 means 7.25 %. */
  readonly taxPercent: Scalars['Float']['output'];
  /** pretaxCost with tax. Null without the scope prices:read. */
  readonly totalCost?: Maybe<Scalars['Float']['output']>;
  /** totalCost with markup. */
  readonly totalPrice: Scalars['Float']['output'];
  /** Trade of the item. Known values: ROOF, SIDING; others may follow. */
  readonly tradeType: Scalars['String']['output'];
  /** Known values: MATERIAL, LABOR, OTHER. */
  readonly type: Scalars['String']['output'];
  /** Cost of one unit before tax. Null without the scope prices:read. */
  readonly unitCost?: Maybe<Scalars['Float']['output']>;
  /**
   * The vendor that supplies the item; null when the item is not tied to a vendor. Needs the scope vendors:read
   * for more than its id.
   */
  readonly vendor?: Maybe<Vendor>;
  /** The fraction added for waste, such as 0.1. */
  readonly wasteFactor: Scalars['Float']['output'];
};


/** An item of a production list: a material to order, labor to do, or another cost. */
export type ListItemQuantityInArgs = {
  unit: Scalars['String']['input'];
};

/** An item that no template made. A quantity or a measurement must be given. */
export type ListItemAdd = {
  /** The item to place it behind. Left out: at the end of the list. */
  readonly afterListItemId?: InputMaybe<Scalars['Int']['input']>;
  /** The color, at most 100 characters; spaces around it are dropped, and a blank text counts as none. */
  readonly color?: InputMaybe<Scalars['String']['input']>;
  /** Measurement units that one quantity unit covers, above 0. Left out: 1. */
  readonly coverage?: InputMaybe<Scalars['Float']['input']>;
  /** The group, at most 200 characters. Left out: Other. */
  readonly listItemGroupName?: InputMaybe<Scalars['String']['input']>;
  /** The fraction added to the total cost, 0 to 10. Left out: 0. */
  readonly markup?: InputMaybe<Scalars['Float']['input']>;
  /** What was measured, 0 to 1000000000 with at most 5 decimals; the quantity follows in whole units. */
  readonly measurement?: InputMaybe<Scalars['Float']['input']>;
  /** squares, linear_feet, or null for a count. */
  readonly measurementUnits?: InputMaybe<Scalars['String']['input']>;
  /** The name, at most 200 characters. */
  readonly name: Scalars['String']['input'];
  /** Notes for the crew or the supplier, at most 2000 characters. */
  readonly notes?: InputMaybe<Scalars['String']['input']>;
  /** A product of the list's organization; it gives the item its SKU. */
  readonly productId?: InputMaybe<Scalars['Int']['input']>;
  /** The quantity, 0 to 1000000 with at most 5 decimals. */
  readonly quantity?: InputMaybe<Scalars['Float']['input']>;
  /** Unit of the quantity, such as BUNDLES, at most 50 characters. Case and spaces make no difference. */
  readonly quantityUnits: Scalars['String']['input'];
  /** Tax in per cent, 0 to 100. Left out: 0. */
  readonly taxPercent?: InputMaybe<Scalars['Float']['input']>;
  /** Known values: ROOF, SIDING; others are kept as given. Left out: that of the list's first item. */
  readonly tradeType?: InputMaybe<Scalars['String']['input']>;
  /** MATERIAL (the default), LABOR or OTHER. */
  readonly type?: InputMaybe<Scalars['String']['input']>;
  /** Cost of one unit before tax, 0 to 1000000 with at most 4 decimals. */
  readonly unitCost: Scalars['Float']['input'];
  /** The vendor that supplies the item, one of the list's organization. Needs the scope vendors:read. */
  readonly vendorId?: InputMaybe<Scalars['Int']['input']>;
  /** The fraction added for waste, 0 to 1. Left out: 0. */
  readonly wasteFactor?: InputMaybe<Scalars['Float']['input']>;
};

/** An item that one state has and the other has not, or has differently. */
export type ListItemDiff = {
  readonly __typename?: 'ListItemDiff';
  /**
   * Identifies the change in its diff: the id of the list item, and a number below 0 when it would only be added
   * by a recompute.
   */
  readonly changeId: Scalars['Int']['output'];
  /** What changed. An added item comes from null, a removed one goes to null, field by field. */
  readonly changes: ReadonlyArray<FieldChange>;
  /** Known values: added, removed, changed. */
  readonly kind: Scalars['String']['output'];
  /** The list item; null when it would only be added by a recompute. */
  readonly listItemId?: Maybe<Scalars['Int']['output']>;
  /** Its name; the later one where that changed. */
  readonly name: Scalars['String']['output'];
  /** Of an added item in the later state, of a removed one in the earlier, from 1; null of a changed one. */
  readonly position?: Maybe<Scalars['Int']['output']>;
};

/**
 * Where the figures of a list item come from: measurement × (1 + wasteFactor) ÷ coverage is
 * calculatedQuantity; less carriedIn, at least minimumQuantity and rounded up, it is the quantity.
 */
export type ListItemExplanation = {
  readonly __typename?: 'ListItemExplanation';
  /** The computed quantity before rounding. */
  readonly calculatedQuantity: Scalars['Float']['output'];
  /** What items of the same product and color further up left over, used up here first. */
  readonly carriedIn: Scalars['Float']['output'];
  /** What the measures come to on the measured property, in measurementUnits. */
  readonly computedMeasurement: Scalars['Float']['output'];
  /**
   * Measurement units that one quantity unit covers; what follows from the product's packages has up to 15 significant
   * digits.
   */
  readonly coverage: Scalars['Float']['output'];
  /** Whether items of the same product and color are added before rounding. */
  readonly isCombined: Scalars['Boolean']['output'];
  /** What is ordered beyond the need, in quantity units. */
  readonly leftover: Scalars['Float']['output'];
  /** Fields set by hand, which outlast a recompute. */
  readonly manualFields: ReadonlyArray<Scalars['String']['output']>;
  /** The measures that drive the item, such as: valleys × 3 ft + eaves × 6 ft. Null when it was added by hand. */
  readonly measure?: Maybe<Scalars['String']['output']>;
  /** The same, unless it was measured by hand. */
  readonly measurement: Scalars['Float']['output'];
  /** Known values: squares, linear_feet. Null for a count of pieces. */
  readonly measurementUnits?: Maybe<Scalars['String']['output']>;
  /** Which measuring of the job the list was computed from. */
  readonly measurementVersion: Scalars['Int']['output'];
  /** Least quantity once anything is needed; null when there is none. */
  readonly minimumQuantity?: Maybe<Scalars['Float']['output']>;
  /** The first day of the price-book price, such as 2026-03-01; null of another source. */
  readonly priceEffectiveFrom?: Maybe<Scalars['String']['output']>;
  /** The quantity to order. */
  readonly quantity: Scalars['Float']['output'];
  /** Known values: whole (up to whole packages), step (up to a multiple of roundingStep), exact. */
  readonly rounding: Scalars['String']['output'];
  /** In quantity units; only of rounding step. */
  readonly roundingStep?: Maybe<Scalars['Float']['output']>;
  /** All of it in one sentence. Null without the scope prices:read. */
  readonly sentence?: Maybe<Scalars['String']['output']>;
  /** The template that the item was made from; null when it was added by hand or its line is gone. */
  readonly templateId?: Maybe<Scalars['Int']['output']>;
  /** Its line. */
  readonly templateLineId?: Maybe<Scalars['Int']['output']>;
  /** Cost of one unit before tax. Null without the scope prices:read. */
  readonly unitCost?: Maybe<Scalars['Float']['output']>;
  /** Where the unit cost comes from. Known values: template, price-book, manual. */
  readonly unitCostSource: Scalars['String']['output'];
  /** The fraction added for waste, such as 0.1. */
  readonly wasteFactor: Scalars['Float']['output'];
};

/** How items that are in both states changed places: the shortest stretch of them that holds all that moved. */
export type ListItemOrderChange = {
  readonly __typename?: 'ListItemOrderChange';
  /** Ids of the stretch's items in the earlier order. */
  readonly from: ReadonlyArray<Scalars['Int']['output']>;
  /** The same ids in the later order. */
  readonly to: ReadonlyArray<Scalars['Int']['output']>;
};

/**
 * A change of one list item. What is left out stays as it is. What is set here stays when the list is
 * recomputed.
 */
export type ListItemUpdate = {
  /** The color, at most 100 characters; spaces around it are dropped, and null or a blank text removes it. */
  readonly color?: InputMaybe<Scalars['String']['input']>;
  /** The list item to change. */
  readonly id: Scalars['Int']['input'];
  /** The group, at most 200 characters. */
  readonly listItemGroupName?: InputMaybe<Scalars['String']['input']>;
  /** The fraction added to the total cost, 0 to 10 with at most 4 decimals. Needs the scope prices:read. */
  readonly markup?: InputMaybe<Scalars['Float']['input']>;
  /**
   * What was measured by hand, in measurementUnits, 0 to 1000000000 with at most 5 decimals; it sets
   * isManualMeasurement and takes the place of the computed measurement. Null returns to the computed one.
   */
  readonly measurement?: InputMaybe<Scalars['Float']['input']>;
  /** The name, at most 200 characters. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** Notes for the crew or the supplier, at most 2000 characters; null removes them. */
  readonly notes?: InputMaybe<Scalars['String']['input']>;
  /**
   * A quantity set by hand, 0 to 1000000 with at most 5 decimals; it sets isManualMeasurement, and
   * calculatedQuantity keeps the computed one. Null returns to the computed quantity.
   */
  readonly quantity?: InputMaybe<Scalars['Float']['input']>;
  /** Tax in per cent, 0 to 100 with at most 4 decimals: 7.25 means 7.25 %. */
  readonly taxPercent?: InputMaybe<Scalars['Float']['input']>;
  /** Cost of one unit before tax, 0 to 1000000 with at most 4 decimals. Null is refused. Needs the scope prices:read. */
  readonly unitCost?: InputMaybe<Scalars['Float']['input']>;
  /**
   * The vendor that supplies the item, one of the list's organization: needs the scope vendors:read. Null unties the item
   * from its vendor.
   */
  readonly vendorId?: InputMaybe<Scalars['Int']['input']>;
  /** The fraction added for waste, 0 to 1 with at most 5 decimals. */
  readonly wasteFactor?: InputMaybe<Scalars['Float']['input']>;
};

/** Something that is measured on a property. */
export type Measure = {
  readonly __typename?: 'Measure';
  /** What it is. */
  readonly description: Scalars['String']['output'];
  /** area, length or count. */
  readonly dimension: Scalars['String']['output'];
  /** The name to give in a template line. */
  readonly name: Scalars['String']['output'];
  /** measurementUnits of a line that it drives: squares, linear_feet, or null for pieces. */
  readonly units?: Maybe<Scalars['String']['output']>;
};

/** Holds when a measure is greater than a value. */
export type MeasureCondition = {
  readonly __typename?: 'MeasureCondition';
  /** In square feet, feet or pieces. */
  readonly above: Scalars['Float']['output'];
  /** A name of measures, such as valleys. */
  readonly measure: Scalars['String']['output'];
  /** Only facets of the roof steeper than this rise over 12. */
  readonly pitchAbove?: Maybe<Scalars['Float']['output']>;
};

/** Holds when a measure is greater than a value. */
export type MeasureConditionInput = {
  /** In square feet, feet or pieces, 0 to 10000000; 0 asks whether there is any. */
  readonly above: Scalars['Float']['input'];
  /** A name of measures, such as valleys. */
  readonly measure: Scalars['String']['input'];
  /** Only with roof_area: only facets steeper than this rise over 12, 0 to 48. */
  readonly pitchAbove?: InputMaybe<Scalars['Float']['input']>;
};

/** One measure of a sum, times what is given beside it. */
export type MeasureTerm = {
  readonly __typename?: 'MeasureTerm';
  /** A name of measures, such as eaves. */
  readonly measure: Scalars['String']['output'];
  /** Only facets of the roof steeper than this rise over 12. */
  readonly pitchAbove?: Maybe<Scalars['Float']['output']>;
  /** How often it is counted; null is once. */
  readonly times?: Maybe<Scalars['Float']['output']>;
  /** Feet: makes an area of a length. */
  readonly width?: Maybe<Scalars['Float']['output']>;
};

/** One measure of a sum, times what is given beside it. */
export type MeasureTermInput = {
  /** A name of measures, such as eaves. */
  readonly measure: Scalars['String']['input'];
  /** Only with roof_area: only facets steeper than this rise over 12, 0 to 48. 8 leaves out 8/12 itself. */
  readonly pitchAbove?: InputMaybe<Scalars['Float']['input']>;
  /** How often it is counted, above 0, at most 1000: two rows of a board, 4 pipe boots a job. */
  readonly times?: InputMaybe<Scalars['Float']['input']>;
  /** Feet, above 0, at most 100: makes an area of a length, as of a membrane along the eaves. */
  readonly width?: InputMaybe<Scalars['Float']['input']>;
};

/** A figure of a measurement file. */
export type MeasurementFigure = {
  readonly __typename?: 'MeasurementFigure';
  /** The same figure in the newest version of the job's measurements; null when that has none, or no job was given. */
  readonly currentValue?: Maybe<Scalars['JSON']['output']>;
  /** Its path in measurements, such as roof.valleys.length; that of a pitch ends with the pitch: roof.pitch.6/12. */
  readonly name: Scalars['String']['output'];
  /** Known values: summary (the file states it), geometry (computed from its points and faces), typed (by a person). */
  readonly provenance: Scalars['String']['output'];
  /** Known values: SQUARE_FEET, FEET, PIECES, PERCENT, PITCH. */
  readonly unit: Scalars['String']['output'];
  /** A number; a text for roof.predominant_pitch, such as 6/12. */
  readonly value: Scalars['JSON']['output'];
};

/** The uploaded file of a measuring tool. One that is not imported is deleted after a day. */
export type MeasurementFile = {
  readonly __typename?: 'MeasurementFile';
  /** Its size in bytes. */
  readonly byteSize: Scalars['Int']['output'];
  /** By its format: application/xml, application/json or text/csv; application/octet-stream of a file that cannot be read. */
  readonly contentType: Scalars['String']['output'];
  /** When it was uploaded last; a file that was imported keeps its time. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** Its name, as it was given. */
  readonly filename: Scalars['String']['output'];
  /** Id of the file, a UUID. */
  readonly id: Scalars['ID']['output'];
  /** When it was imported first; null when it was not. Then it is kept. */
  readonly importedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The organization it belongs to. */
  readonly orgId: Scalars['Int']['output'];
  /** Where it is downloaded with a token, at the address of the gateway: /measurement-files/ and its id. */
  readonly path: Scalars['String']['output'];
  /** The SHA-256 of its bytes, in hexadecimal digits. An organization has the same bytes once. */
  readonly sha256: Scalars['String']['output'];
  /** The user that uploaded it. */
  readonly userId: Scalars['Int']['output'];
};

/** What an import of a measurement file would store. */
export type MeasurementFilePreview = {
  readonly __typename?: 'MeasurementFilePreview';
  /** What was read, each figure once. What the file lacks is missing here, and is no zero. */
  readonly figures: ReadonlyArray<MeasurementFigure>;
  /** The uploaded file. */
  readonly file: MeasurementFile;
  /** The measurements that an import stores. */
  readonly measurements: Scalars['JSON']['output'];
  /** What it was recognised as. */
  readonly source: MeasurementSource;
  /**
   * Why the file cannot be read: then there are no figures, vendor and format are UNKNOWN, and an import is refused. Null
   * for a file that can be read.
   */
  readonly unreadable?: Maybe<UnreadableFile>;
  /** Sentences on figures that were left out, or that should be checked. */
  readonly warnings: ReadonlyArray<Scalars['String']['output']>;
};

/** What a version of measurements was read from. */
export type MeasurementSource = {
  readonly __typename?: 'MeasurementSource';
  /** The file; null when it was erased. */
  readonly file?: Maybe<MeasurementFile>;
  /** Known values: XML, JSON, CSV, UNKNOWN; others may follow. */
  readonly format: Scalars['String']['output'];
  /**
   * Where each figure comes from: an object of their paths in measurements, such as roof.valleys.length; that of a pitch ends
   * with the pitch: roof.pitch.6/12. Known values: summary (the file states it), geometry (computed from its points and
   * faces), typed (by a person).
   */
  readonly provenances: Scalars['JSON']['output'];
  /** The report's own id. */
  readonly reportId?: Maybe<Scalars['String']['output']>;
  /** The measuring tool. Known values: EAGLEVIEW, HOVER, GAF, TAKEOFF (our own form), UNKNOWN; others may follow. */
  readonly vendor: Scalars['String']['output'];
  /** Version of the file's format, as the file says it. */
  readonly version?: Maybe<Scalars['String']['output']>;
};

/** A material that a list lacks although the property has what it is for. */
export type MissingMaterial = {
  readonly __typename?: 'MissingMaterial';
  /** Why it is missed. Known values: NO_ITEM (none is of this kind), NO_QUANTITY (that of the one that is, is 0). */
  readonly code: Scalars['String']['output'];
  /**
   * Known values: starter, ridge_cap, ice_and_water_shield, drip_edge, rake_edge, pipe_boots, step_flashing,
   * siding_starter, siding_trim, outside_corners, inside_corners, house_wrap; others may follow.
   */
  readonly kind: Scalars['String']['output'];
  /** The item whose quantity is 0; null for NO_ITEM. */
  readonly listItemName?: Maybe<Scalars['String']['output']>;
  /** The measures that it is for, such as eaves + rakes; job where nothing is measured for it. */
  readonly measure: Scalars['String']['output'];
  /** What they come to, in measurementUnits. */
  readonly measured: Scalars['Float']['output'];
  /** Known values: squares (100 square feet), linear_feet. Null for a count. */
  readonly measurementUnits?: Maybe<Scalars['String']['output']>;
  /** Name of the material in general, such as Ridge cap. */
  readonly name: Scalars['String']['output'];
  /** Why it is missed, in one sentence. */
  readonly reason: Scalars['String']['output'];
};

export type Mutation = {
  readonly __typename?: 'Mutation';
  /**
   * Imports an uploaded measurement file as a new version of the job's measurements, which remembers the file. The same
   * file again, as long as it is the newest version, is no new version: that version is returned. The warnings of its
   * preview are in extensions.warnings. Needs the scope lists:write. Send an Idempotency-Key header to make a repetition
   * safe after a later import.
   */
  readonly jobMeasurementFileImport?: Maybe<JobPayload>;
  /**
   * Imports what a measuring tool exported as a new version of the job's measurements. Nothing computed from
   * an earlier version changes. The same JSON value as the newest version (the order of keys does not
   * matter) is no new version: that version is returned. Needs the scope lists:write. Send an
   * Idempotency-Key header to make a repetition safe after a later import.
   */
  readonly jobMeasurementsImport?: Maybe<JobPayload>;
  /**
   * Creates a job or changes it; what is left out stays as it is, and an upsert that changes nothing leaves
   * updatedAt too. With id the job of that id is changed. Without it the job with the externalIdentifier is
   * changed, or created when there is none; two requests at the same time never create two. With neither a
   * job is created. Needs the scope lists:write. Send an Idempotency-Key header to make a repetition safe.
   */
  readonly jobUpsert?: Maybe<JobPayload>;
  /**
   * Creates and changes up to 500 jobs at once, each as jobUpsert and jobMeasurementsImport do. The good ones
   * are saved together; the others are returned as errors and keep nothing from being saved. Each unknown key of
   * measurements is named once in extensions.warnings, with its first job. Sending the same again changes
   * nothing. All jobs together must fit, too: a request has at most 1000000 bytes, which 500 jobs with 1900
   * bytes of measurements each need; send large measurements in several requests. Needs the scope lists:write.
   */
  readonly jobsImport: JobsImportPayload;
  /**
   * Sets what an organization's lists take where neither a template nor its line says. Lists that are there
   * stay as they are. Needs the scope templates:write.
   */
  readonly organizationDefaultsUpdate?: Maybe<OrganizationDefaults>;
  /**
   * Adds the prices of a file to the price book of a vendor, which it makes when there is none, and to the
   * organization's catalog the products that it has not. Refused rows do not keep the good ones out. To
   * repeat it is harmless: everything is unchanged then. Import a longer book in several files: a request has
   * at most 1000000 bytes. Needs the scopes prices:write, prices:read and vendors:read.
   */
  readonly priceBookImport: PriceBookImport;
  /**
   * Creates a product of an organization's catalog, or replaces the one with an id. Everything is checked
   * as in templateCreate. Packages that a template line takes its coverage from cannot be removed:
   * BAD_USER_INPUT names those lines. Needs the scope templates:write. Send an Idempotency-Key header to
   * make a repetition safe.
   */
  readonly productUpsert?: Maybe<ProductPayload>;
  /**
   * Computes a new production list from the job's newest measurements and the chosen templates, and
   * announces it as production-list-created. extensions.warnings names each unknown key of the measurements, and
   * each value that is missing in them with the lines that need it: both make a list too small. Needs the scope
   * lists:write. Send an Idempotency-Key header to make a repetition safe.
   */
  readonly projectManagementProductionListCreate?: Maybe<ProductionListPayload>;
  /**
   * Marks a production list as sold, which freezes its figures of today as the contract figures, or takes
   * that back. Announced as production-list-updated. Later changes of the list leave its contract figures as
   * they are; so does marking it as sold again. Needs the scope lists:write. Send an
   * Idempotency-Key header to make a repetition safe.
   */
  readonly projectManagementProductionListMarkSold?: Maybe<ProductionListPayload>;
  /**
   * Recomputes a list from measurements and from its templates and prices as they are now, exactly as
   * projectManagementProductionListRecomputation has shown it, and announces it as production-list-updated.
   * What was set by hand stays: values, items added, items removed, the order. Items whose template line is
   * gone, or whose conditions do not hold any more, are removed; new ones are placed behind the item of the
   * line before them. extensions.warnings are those of projectManagementProductionListCreate. CONFLICT with extensions.currentVersion when it would by now change anything else than
   * was shown. Without a difference nothing is written and nothing announced. Needs the scope lists:write.
   * Send an Idempotency-Key header to make a repetition safe.
   */
  readonly projectManagementProductionListRecompute?: Maybe<ProductionListPayload>;
  /**
   * Gives items the prices that their vendors' price books have in force today, as priceWarnings shows them:
   * unit cost and tax per cent, unless the tax was set by hand. It is announced as production-list-updated;
   * where nothing differs the list stays at its version and nothing is announced. Needs the scope
   * lists:write. Send an Idempotency-Key header to make a repetition safe.
   */
  readonly projectManagementProductionListReprice?: Maybe<ProductionListPayload>;
  /**
   * Changes a production list and announces it as production-list-updated: its name and discount, its items
   * (changed, added, removed, put in order). Lines and totals follow. What is left out stays as it is. All
   * of it happens or none: an error leaves the list as it was. An update that changes nothing returns
   * the list as it is: its version stays and nothing is announced. Needs the scope lists:write. Send an
   * Idempotency-Key header to make a repetition safe.
   */
  readonly projectManagementProductionListUpdate?: Maybe<ProductionListPayload>;
  /**
   * Archives a template: it makes no new lists and is left out of templates, but stays readable, and lists
   * made from it stay as they are. Archiving it again changes nothing. Needs the scope templates:write.
   */
  readonly templateArchive?: Maybe<TemplatePayload>;
  /**
   * Copies a template with all its lines under another name, in the same organization. The copy of an
   * archived template is not archived. CONFLICT with extensions.templateId when the name is taken. Needs
   * the scope templates:write. Send an Idempotency-Key header to make a repetition safe.
   */
  readonly templateCopy?: Maybe<TemplatePayload>;
  /**
   * Creates a template. Everything in it is checked: BAD_USER_INPUT names the first fault, and
   * extensions.faults all of them (at most 1000), each with its argument, such as
   * template.lines[3].measure[0].measure, and a message that names the line and the field. CONFLICT with
   * extensions.templateId when the organization has a template of this name, be it spelled with other
   * capitals. Needs the scope templates:write. Send an Idempotency-Key header to make a repetition safe.
   */
  readonly templateCreate?: Maybe<TemplatePayload>;
  /** Takes a template out of the archive. Needs the scope templates:write. */
  readonly templateRestore?: Maybe<TemplatePayload>;
  /**
   * Replaces a template by another description of it, checked like a new one. A line with an id stays that
   * line, so that lists remain connected with it; a line without an id is new; a line that is missing is
   * removed. Lists made from the template stay as they are. An update that changes nothing leaves the
   * version as it is. The lines as a caller without the scope prices:read reads them can be sent back: they keep
   * the costs that it does not see. Needs the scope templates:write. Send an Idempotency-Key header to make a repetition
   * safe.
   */
  readonly templateUpdate?: Maybe<TemplatePayload>;
};


export type MutationJobMeasurementFileImportArgs = {
  fileId: Scalars['ID']['input'];
  jobId: Scalars['Int']['input'];
};


export type MutationJobMeasurementsImportArgs = {
  jobId: Scalars['Int']['input'];
  measurements: Scalars['JSON']['input'];
};


export type MutationJobUpsertArgs = {
  externalIdentifier?: InputMaybe<Scalars['String']['input']>;
  id?: InputMaybe<Scalars['Int']['input']>;
  name?: InputMaybe<Scalars['String']['input']>;
  orgId: Scalars['Int']['input'];
};


export type MutationJobsImportArgs = {
  jobs: ReadonlyArray<JobImport>;
  orgId: Scalars['Int']['input'];
};


export type MutationOrganizationDefaultsUpdateArgs = {
  orgId: Scalars['Int']['input'];
  wasteFactor: Scalars['Float']['input'];
};


export type MutationPriceBookImportArgs = {
  csv: Scalars['String']['input'];
  digest?: InputMaybe<Scalars['String']['input']>;
  orgId: Scalars['Int']['input'];
  vendorId: Scalars['Int']['input'];
};


export type MutationProductUpsertArgs = {
  id?: InputMaybe<Scalars['Int']['input']>;
  orgId: Scalars['Int']['input'];
  product: ProductInput;
};


export type MutationProjectManagementProductionListCreateArgs = {
  jobId: Scalars['Int']['input'];
  name?: InputMaybe<Scalars['String']['input']>;
  templateIds: ReadonlyArray<Scalars['Int']['input']>;
};


export type MutationProjectManagementProductionListMarkSoldArgs = {
  id: Scalars['Int']['input'];
  sold?: Scalars['Boolean']['input'];
  version?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationProjectManagementProductionListRecomputeArgs = {
  changeIds?: InputMaybe<ReadonlyArray<Scalars['Int']['input']>>;
  digest: Scalars['String']['input'];
  id: Scalars['Int']['input'];
  measurementVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationProjectManagementProductionListRepriceArgs = {
  id: Scalars['Int']['input'];
  listItemIds?: InputMaybe<ReadonlyArray<Scalars['Int']['input']>>;
  version?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationProjectManagementProductionListUpdateArgs = {
  addListItems?: InputMaybe<ReadonlyArray<ListItemAdd>>;
  id: Scalars['Int']['input'];
  listItemOrder?: InputMaybe<ReadonlyArray<Scalars['Int']['input']>>;
  listItems?: InputMaybe<ReadonlyArray<ListItemUpdate>>;
  name?: InputMaybe<Scalars['String']['input']>;
  removeListItemIds?: InputMaybe<ReadonlyArray<Scalars['Int']['input']>>;
  totalDiscount?: InputMaybe<Scalars['Float']['input']>;
  version?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationTemplateArchiveArgs = {
  id: Scalars['Int']['input'];
};


export type MutationTemplateCopyArgs = {
  id: Scalars['Int']['input'];
  name: Scalars['String']['input'];
};


export type MutationTemplateCreateArgs = {
  orgId: Scalars['Int']['input'];
  template: TemplateInput;
};


export type MutationTemplateRestoreArgs = {
  id: Scalars['Int']['input'];
};


export type MutationTemplateUpdateArgs = {
  id: Scalars['Int']['input'];
  template: TemplateInput;
  version?: InputMaybe<Scalars['Int']['input']>;
};

/** The rendered form of an order: one PDF and one CSV. */
export type OrderDocument = {
  readonly __typename?: 'OrderDocument';
  /** UUID. */
  readonly id: Scalars['ID']['output'];
  /** The organization that orders. */
  readonly orgId: Scalars['Int']['output'];
  /** The production list that was ordered from, as it stands now. Needs the scope lists:read. */
  readonly productionList?: Maybe<ProductionList>;
  /** The production list that was ordered from. */
  readonly productionListId: Scalars['Int']['output'];
};

/** What an organization's lists take where neither a template nor its line says. */
export type OrganizationDefaults = {
  readonly __typename?: 'OrganizationDefaults';
  /** The fraction added for waste, such as 0.1; 0 when it was never set. */
  readonly wasteFactor: Scalars['Float']['output'];
};

/** Where a page ends. */
export type PageInfo = {
  readonly __typename?: 'PageInfo';
  /** The cursor to give as after for the next page; null when the page is empty. */
  readonly endCursor?: Maybe<Scalars['String']['output']>;
  /** Whether there is more after this page. */
  readonly hasNextPage: Scalars['Boolean']['output'];
};

/**
 * A price with the days on which it holds. A price never changes: a later import for the same first day
 * replaces it. Days are written YYYY-MM-DD.
 */
export type Price = {
  readonly __typename?: 'Price';
  /** Colors in which it can be had. */
  readonly colors: ReadonlyArray<Scalars['String']['output']>;
  /** How many coverageUnit one unit holds, such as the 32.8 SQUARE_FEET of a bundle. */
  readonly coverage?: Maybe<Scalars['Float']['output']>;
  /** Unit of the coverage; null when there is none. */
  readonly coverageUnit?: Maybe<Scalars['String']['output']>;
  /** When it was imported. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** The first day on which it holds, YYYY-MM-DD. */
  readonly effectiveFrom: Scalars['String']['output'];
  /** The last day on which it holds, YYYY-MM-DD; null when it holds until a later price begins. */
  readonly effectiveTo?: Maybe<Scalars['String']['output']>;
  /**
   * All prices of the same SKU in this book, those that were replaced too: the latest first day first, and
   * of one first day the one imported last. At most 100; fewer where more than 200 prices are asked at once.
   */
  readonly history: ReadonlyArray<Price>;
  /** Price id. */
  readonly id: Scalars['Int']['output'];
  /** Name of the product. */
  readonly name: Scalars['String']['output'];
  /** Stock keeping unit, as the vendor writes it. */
  readonly sku: Scalars['String']['output'];
  /** Tax in per cent: 7.25 means 7.25 %. Null when the book does not say; a list then keeps its template's. */
  readonly taxPercent?: Maybe<Scalars['Float']['output']>;
  /**
   * What one unitCost buys. Known values: SQUARE_FEET, SQUARES, LINEAR_FEET, PIECES, EACH, BUNDLES, BOXES,
   * ROLLS, TUBES, PALLETS; others may follow.
   */
  readonly unit: Scalars['String']['output'];
  /** Cost of one unit before tax. Null without the scope prices:read. */
  readonly unitCost?: Maybe<Scalars['Float']['output']>;
  /** Who imported it. */
  readonly userId: Scalars['Int']['output'];
};

/** What a vendor charges an organization: products with their prices and the days on which these hold. */
export type PriceBook = {
  readonly __typename?: 'PriceBook';
  /** The organization that buys. */
  readonly orgId: Scalars['Int']['output'];
  /** The prices in force on a day, by SKU: of each SKU the one that began last. */
  readonly prices: PriceConnection;
  /** When an import last changed something. */
  readonly updatedAt: Scalars['DateTime']['output'];
  /** The vendor that sells. Needs the scope vendors:read for more than its id. */
  readonly vendor?: Maybe<Vendor>;
  /** Grows by one with every import that changes something. */
  readonly version: Scalars['Int']['output'];
};


/** What a vendor charges an organization: products with their prices and the days on which these hold. */
export type PriceBookPricesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  at?: InputMaybe<Scalars['DateTime']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  search?: InputMaybe<Scalars['String']['input']>;
  sku?: InputMaybe<Scalars['String']['input']>;
};

/** What the import of a price book's file does, or would do. */
export type PriceBookImport = {
  readonly __typename?: 'PriceBookImport';
  /** Rows with a price where the book had none in force on its first day. */
  readonly added: Scalars['Int']['output'];
  /** The version of the book after the import, or as it is now for a preview; 0 while there is no book. */
  readonly bookVersion: Scalars['Int']['output'];
  /** Rows with another price, other data or another first day than the price that the book had in force on it. */
  readonly changed: Scalars['Int']['output'];
  /** Names this outcome: give it to priceBookImport, and nothing else happens than what is shown here. */
  readonly digest: Scalars['String']['output'];
  /** Rows that cannot be imported. */
  readonly refused: Scalars['Int']['output'];
  /** Every row of the file that is not blank, in its order. */
  readonly rows: ReadonlyArray<PriceBookImportRow>;
  /** Rows that say what the book says already, for the same first day. */
  readonly unchanged: Scalars['Int']['output'];
};

/** What comes of one row of the file. */
export type PriceBookImportRow = {
  readonly __typename?: 'PriceBookImportRow';
  /** What the row states; null when it is refused. */
  readonly after?: Maybe<StatedPrice>;
  /** The price that the book had in force on the first day of the row. */
  readonly before?: Maybe<Price>;
  /** Known values: added, changed, unchanged, refused. */
  readonly change: Scalars['String']['output'];
  /** Why it is refused, or changed though the price is the same. */
  readonly reasons: ReadonlyArray<Scalars['String']['output']>;
  /** Number of the line in the file, from 1. */
  readonly row: Scalars['Int']['output'];
  /** The SKU as the row states it, at most 200 characters of it. */
  readonly sku: Scalars['String']['output'];
};

/** One page of prices. */
export type PriceConnection = {
  readonly __typename?: 'PriceConnection';
  /** The prices of this page. */
  readonly nodes: ReadonlyArray<Price>;
  /** How to get the next page. */
  readonly pageInfo: PageInfo;
};

/** Why the price of a list item is not what its vendor's price book says today. */
export type PriceWarning = {
  readonly __typename?: 'PriceWarning';
  /**
   * The difference. Known values: COST_DIFFERS, TAX_DIFFERS, NO_CONVERSION (the price is in another unit, and gives no cost
   * in that of the item), OTHER_VENDOR (the list's price is from the book of another one), PRICE_ENDED (and the book has no
   * other); others may follow.
   */
  readonly code: Scalars['String']['output'];
  /**
   * Its tax in per cent by the price book, where the book states none that of its template line, and without a line the
   * list's; null like currentUnitCost.
   */
  readonly currentTaxPercent?: Maybe<Scalars['Float']['output']>;
  /**
   * What one unit of it costs by the price book; null when the book has no price in force that converts.
   * Null without the scope prices:read.
   */
  readonly currentUnitCost?: Maybe<Scalars['Float']['output']>;
  /** The first day of the price in force, YYYY-MM-DD; null when there is none. */
  readonly effectiveFrom?: Maybe<Scalars['String']['output']>;
  /** The list item. */
  readonly listItemId: Scalars['Int']['output'];
  /** The difference in one sentence. Null without the scope prices:read. */
  readonly reason?: Maybe<Scalars['String']['output']>;
  /** Its tax in per cent in the list. */
  readonly taxPercent: Scalars['Float']['output'];
  /** What one unit of it costs in the list. Null without the scope prices:read. */
  readonly unitCost?: Maybe<Scalars['Float']['output']>;
  /** Where that comes from. Known values: template, price-book, manual. */
  readonly unitCostSource: Scalars['String']['output'];
};

/** A product of a manufacturer, as an organization's catalog holds it. */
export type Product = {
  readonly __typename?: 'Product';
  /** Name to show in place of the name. */
  readonly displayName?: Maybe<Scalars['String']['output']>;
  /** Product id. */
  readonly id: Scalars['Int']['output'];
  /** The manufacturer's page of the product. */
  readonly manufacturerUrl?: Maybe<Scalars['String']['output']>;
  /** Name of the product. */
  readonly name: Scalars['String']['output'];
  /** What its units hold of each other; SQUARES hold 100 SQUARE_FEET of every product. */
  readonly packages: ReadonlyArray<ProductPackage>;
  /** Known value: MATERIAL. */
  readonly productType: Scalars['String']['output'];
  /** The catalog provider that carries the product. */
  readonly provider?: Maybe<Provider>;
  /** Stock keeping unit. */
  readonly sku?: Maybe<Scalars['String']['output']>;
};

/** One page of products. */
export type ProductConnection = {
  readonly __typename?: 'ProductConnection';
  /** The products of this page. */
  readonly nodes: ReadonlyArray<Product>;
  /** How to get the next page. */
  readonly pageInfo: PageInfo;
};

/** A product as it is to be. */
export type ProductInput = {
  /** Name to show in place of the name, at most 200 characters. */
  readonly displayName?: InputMaybe<Scalars['String']['input']>;
  /** The manufacturer's page of the product: an http or https address. */
  readonly manufacturerUrl?: InputMaybe<Scalars['String']['input']>;
  /** Name, 1 to 200 characters. */
  readonly name: Scalars['String']['input'];
  /** At most 20, each unit defined once and none in a circle. SQUARES hold 100 SQUARE_FEET of every product. */
  readonly packages?: InputMaybe<ReadonlyArray<ProductPackageInput>>;
  /** Known value: MATERIAL; others are kept as given. */
  readonly productType?: InputMaybe<Scalars['String']['input']>;
  /** The catalog provider that carries the product. */
  readonly provider?: InputMaybe<ProviderInput>;
  /** Stock keeping unit, at most 200 characters. */
  readonly sku?: InputMaybe<Scalars['String']['input']>;
};

/** How much one unit of a product holds of another. */
export type ProductPackage = {
  readonly __typename?: 'ProductPackage';
  /** How many it holds. */
  readonly holds: Scalars['Float']['output'];
  /** The unit that it holds, such as SQUARE_FEET. */
  readonly of: Scalars['String']['output'];
  /** The unit, such as BUNDLES. */
  readonly unit: Scalars['String']['output'];
};

/** How much one unit holds of another. */
export type ProductPackageInput = {
  /** How many it holds, above 0, at most 1000000 with at most 5 decimals. */
  readonly holds: Scalars['Float']['input'];
  /** The unit that it holds, such as SQUARE_FEET. */
  readonly of: Scalars['String']['input'];
  /** The unit, such as BUNDLES; at most 50 characters, kept in capitals. */
  readonly unit: Scalars['String']['input'];
};

/** The response to productUpsert. */
export type ProductPayload = {
  readonly __typename?: 'ProductPayload';
  /** The product as it stands after the mutation. */
  readonly product?: Maybe<Product>;
};

/** A production list, also called a material list: what a measured job needs, computed from templates. */
export type ProductionList = {
  readonly __typename?: 'ProductionList';
  /** Labor cost when the job was sold; 0 before that. Null without the scope prices:read. */
  readonly contractLaborTotal?: Maybe<Scalars['Float']['output']>;
  /** Material cost before tax when the job was sold; 0 before that. Null without the scope prices:read. */
  readonly contractMaterialSubtotal?: Maybe<Scalars['Float']['output']>;
  /** Tax on material when the job was sold; 0 before that. Null without the scope prices:read. */
  readonly contractMaterialTax?: Maybe<Scalars['Float']['output']>;
  /** Material cost with tax when the job was sold; 0 before that. Null without the scope prices:read. */
  readonly contractMaterialTotal?: Maybe<Scalars['Float']['output']>;
  /** Other cost when the job was sold; 0 before that. Null without the scope prices:read. */
  readonly contractOtherTotal?: Maybe<Scalars['Float']['output']>;
  /** The sold price before the discount; 0 before the job is sold. */
  readonly contractPreDiscountPrice: Scalars['Float']['output'];
  /** Total cost when the job was sold; 0 before that. Null without the scope prices:read. */
  readonly contractTotalCost?: Maybe<Scalars['Float']['output']>;
  /** The sold price after the discount; 0 before the job is sold. */
  readonly contractTotalPrice: Scalars['Float']['output'];
  /** When the list was created. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** Material list id, also called projectManagementProductionListId. */
  readonly id: Scalars['Int']['output'];
  /** Sum of the total costs of the LABOR items. Null without the scope prices:read. */
  readonly laborTotalCost?: Maybe<Scalars['Float']['output']>;
  /** The items of the list, by sortOrder; at most 20000 in one response, over all its lists. */
  readonly listItems: ReadonlyArray<ListItem>;
  /** Sum of the pretax costs of the MATERIAL items. Null without the scope prices:read. */
  readonly materialPretaxCost?: Maybe<Scalars['Float']['output']>;
  /** Tax on the MATERIAL items. Null without the scope prices:read. */
  readonly materialSalesTax?: Maybe<Scalars['Float']['output']>;
  /** Sum of the total costs of the MATERIAL items. Null without the scope prices:read. */
  readonly materialTotalCost?: Maybe<Scalars['Float']['output']>;
  /** Which measuring of the job the list was computed from: the version of the job's measurements. */
  readonly measurementVersion: Scalars['Int']['output'];
  /**
   * What the list lacks although the measurements that it was computed from have what it is for, such as a ridge cap
   * where there are ridges: a hint for people, worked out at every read.
   */
  readonly missingMaterials: ReadonlyArray<MissingMaterial>;
  /** Trade or list name. */
  readonly name?: Maybe<Scalars['String']['output']>;
  /** Sum of the total costs of the items that are neither MATERIAL nor LABOR. Null without the scope prices:read. */
  readonly otherTotalCost?: Maybe<Scalars['Float']['output']>;
  /**
   * Items whose price is not what their vendors' price books say today, by sortOrder. They are worked out at
   * every read: no list changes its figures by itself. Without the scope prices:read, items whose unit cost was
   * set by hand are left out.
   */
  readonly priceWarnings: ReadonlyArray<PriceWarning>;
  /** totalPrice less totalCost. Null without the scope prices:read. */
  readonly profitAmount?: Maybe<Scalars['Float']['output']>;
  /** Profit in per cent of the price; 0 when the price is 0. Null without the scope prices:read. */
  readonly profitMargin?: Maybe<Scalars['Float']['output']>;
  /** The sales opportunity that the list belongs to. */
  readonly salesOpportunity: SalesOpportunity;
  /** When the job was sold; null before that. */
  readonly soldAt?: Maybe<Scalars['DateTime']['output']>;
  /** The templates that the list was computed from, in the order of their items. */
  readonly templateIds: ReadonlyArray<Scalars['Int']['output']>;
  /** Sum of the total costs of all items. Null without the scope prices:read. */
  readonly totalCost?: Maybe<Scalars['Float']['output']>;
  /** What is taken off the sum of the items' prices. */
  readonly totalDiscount: Scalars['Float']['output'];
  /** Sum of the total prices of all items, less totalDiscount. */
  readonly totalPrice: Scalars['Float']['output'];
  /** When the list was last changed. */
  readonly updatedAt: Scalars['DateTime']['output'];
  /** Grows by one with every change; an update that names another version is refused with CONFLICT. */
  readonly version: Scalars['Int']['output'];
};

/** One page of production lists. */
export type ProductionListConnection = {
  readonly __typename?: 'ProductionListConnection';
  /** The lists of this page. */
  readonly nodes: ReadonlyArray<ProductionList>;
  /** How to get the next page. */
  readonly pageInfo: PageInfo;
};

/** What leads from one state of a list to another. Applied to the first it gives the second, and back. */
export type ProductionListDiff = {
  readonly __typename?: 'ProductionListDiff';
  /** What changed of the list itself, its totals included. */
  readonly fields: ReadonlyArray<FieldChange>;
  /** Whether the two are the same. */
  readonly isEmpty: Scalars['Boolean']['output'];
  /** How many items were removed, changed or added. */
  readonly itemCount: Scalars['Int']['output'];
  /** Null when the items that are in both states are in the same order. */
  readonly itemOrder?: Maybe<ListItemOrderChange>;
  /** Those items: removed, then changed, then added ones, each in the order of the list. At most 10000. */
  readonly items: ReadonlyArray<ListItemDiff>;
};

/** The response to the mutations of a production list. */
export type ProductionListPayload = {
  readonly __typename?: 'ProductionListPayload';
  /** The list as it stands after the mutation. */
  readonly productionList?: Maybe<ProductionList>;
};

/**
 * A list that projectManagementProductionListCreate would make, under the names of ProductionList. It has no id, because
 * nothing is saved.
 */
export type ProductionListPreview = {
  readonly __typename?: 'ProductionListPreview';
  /** The job. */
  readonly jobId: Scalars['Int']['output'];
  /** Sum of the total costs of the LABOR items. Null without the scope prices:read. */
  readonly laborTotalCost?: Maybe<Scalars['Float']['output']>;
  /** The items of the list, by sortOrder. */
  readonly listItems: ReadonlyArray<ProductionListPreviewItem>;
  /** Sum of the pretax costs of the MATERIAL items. Null without the scope prices:read. */
  readonly materialPretaxCost?: Maybe<Scalars['Float']['output']>;
  /** Tax on the MATERIAL items. Null without the scope prices:read. */
  readonly materialSalesTax?: Maybe<Scalars['Float']['output']>;
  /** Sum of the total costs of the MATERIAL items. Null without the scope prices:read. */
  readonly materialTotalCost?: Maybe<Scalars['Float']['output']>;
  /** The version of the job's measurements that it is computed from. */
  readonly measurementVersion: Scalars['Int']['output'];
  /** What the list would lack although the measurements have what it is for. */
  readonly missingMaterials: ReadonlyArray<MissingMaterial>;
  /** The name that the list gets where none is given: the names of the templates. */
  readonly name: Scalars['String']['output'];
  /** The organization of the job. */
  readonly orgId: Scalars['Int']['output'];
  /** Sum of the total costs of the items that are neither MATERIAL nor LABOR. Null without the scope prices:read. */
  readonly otherTotalCost?: Maybe<Scalars['Float']['output']>;
  /** totalPrice less totalCost. Null without the scope prices:read. */
  readonly profitAmount?: Maybe<Scalars['Float']['output']>;
  /** Profit in per cent of the price; 0 when the price is 0. Null without the scope prices:read. */
  readonly profitMargin?: Maybe<Scalars['Float']['output']>;
  /** The templates that it is computed from, in the order of their items. */
  readonly templateIds: ReadonlyArray<Scalars['Int']['output']>;
  /** Sum of the total costs of all items. Null without the scope prices:read. */
  readonly totalCost?: Maybe<Scalars['Float']['output']>;
  /** Sum of the total prices of all items. */
  readonly totalPrice: Scalars['Float']['output'];
};

/** An item of a list that is not saved. */
export type ProductionListPreviewItem = {
  readonly __typename?: 'ProductionListPreviewItem';
  /** Stock keeping unit of the product. */
  readonly SKU?: Maybe<Scalars['String']['output']>;
  /** Quantity computed from measurement, coverage and waste factor, to 5 decimals. */
  readonly calculatedQuantity: Scalars['Float']['output'];
  /** Color of the product. */
  readonly color?: Maybe<Scalars['String']['output']>;
  /** Where the figures come from, as data and as one sentence. */
  readonly explanation: ListItemExplanation;
  /** Group the item belongs to. */
  readonly listItemGroupName: Scalars['String']['output'];
  /** The fraction added to totalCost for totalPrice, such as 0.35. Null without the scope prices:read. */
  readonly markup?: Maybe<Scalars['Float']['output']>;
  /** What was measured, in measurementUnits. */
  readonly measurement: Scalars['Float']['output'];
  /** Unit of the measurement. Known values: squares (100 square feet), linear_feet. Null for a count. */
  readonly measurementUnits?: Maybe<Scalars['String']['output']>;
  /** Name of the item. */
  readonly name: Scalars['String']['output'];
  /** Notes for the crew or the supplier; empty when there are none. */
  readonly notes: Scalars['String']['output'];
  /** quantity × unitCost. Null without the scope prices:read. */
  readonly pretaxCost?: Maybe<Scalars['Float']['output']>;
  /** The product; null for labor and other items without one. */
  readonly product?: Maybe<Product>;
  /** Quantity to order: the computed one, rounded by the rule of the item (see explanation). */
  readonly quantity: Scalars['Float']['output'];
  /**
   * Unit of the quantity. Known values: BOXES, EACH, TUBES, BUNDLES, PIECES, SQUARES, LINEAR_FEET, ROLLS;
   * others may follow.
   */
  readonly quantityUnits: Scalars['String']['output'];
  /** Position in the list, from 1. */
  readonly sortOrder: Scalars['Int']['output'];
  /** Tax in per cent: 7.25 means 7.25 %. */
  readonly taxPercent: Scalars['Float']['output'];
  /** pretaxCost with tax. Null without the scope prices:read. */
  readonly totalCost?: Maybe<Scalars['Float']['output']>;
  /** totalCost with markup. */
  readonly totalPrice: Scalars['Float']['output'];
  /** Trade of the item. Known values: ROOF, SIDING; others may follow. */
  readonly tradeType: Scalars['String']['output'];
  /** Known values: MATERIAL, LABOR, OTHER. */
  readonly type: Scalars['String']['output'];
  /** Cost of one unit before tax. Null without the scope prices:read. */
  readonly unitCost?: Maybe<Scalars['Float']['output']>;
  /**
   * The vendor that supplies the item; null when the item is not tied to a vendor. Needs the scope vendors:read
   * for more than its id.
   */
  readonly vendor?: Maybe<Vendor>;
  /** The fraction added for waste, such as 0.1. */
  readonly wasteFactor: Scalars['Float']['output'];
};

/** What a recompute would change. */
export type ProductionListRecomputation = {
  readonly __typename?: 'ProductionListRecomputation';
  /** What would change; empty when the list is up to date. */
  readonly diff: ProductionListDiff;
  /** Stands for exactly this change of this version of the list; applying it takes the digest. */
  readonly digest: Scalars['String']['output'];
  /** The version of the job's measurements that it computes from. */
  readonly measurementVersion: Scalars['Int']['output'];
};

/** One version of a list: who made it, when, and what it changed. It never changes itself. */
export type ProductionListRevision = {
  readonly __typename?: 'ProductionListRevision';
  /**
   * Known values: created, updated, recomputed, repriced, sold, unsold; others may follow. A list from
   * before histories were kept begins with created at the version that it had then.
   */
  readonly action: Scalars['String']['output'];
  /** When it was made. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** What changed since the version before; empty for created. */
  readonly diff: ProductionListDiff;
  /** Who made it. */
  readonly userId: Scalars['Int']['output'];
  /** The version of the list that came out. */
  readonly version: Scalars['Int']['output'];
};

/** One page of a list's history. */
export type ProductionListRevisionConnection = {
  readonly __typename?: 'ProductionListRevisionConnection';
  /** The revisions of this page, newest first. */
  readonly nodes: ReadonlyArray<ProductionListRevision>;
  /** How to get the next page. */
  readonly pageInfo: PageInfo;
};

/** A provider of product catalogs. */
export type Provider = {
  readonly __typename?: 'Provider';
  /** Stable short name of the provider, such as abc-supply. */
  readonly identifier: Scalars['String']['output'];
  /** Name to show. */
  readonly name: Scalars['String']['output'];
};

/** A provider of product catalogs. */
export type ProviderInput = {
  /** Stable short name of the provider, such as abc-supply. */
  readonly identifier: Scalars['String']['input'];
  /** Name to show. */
  readonly name: Scalars['String']['input'];
};

export type Query = {
  readonly __typename?: 'Query';
  /**
   * One job. Null when there is none with this id in the caller's organizations. Needs the scope
   * lists:read.
   */
  readonly job?: Maybe<Job>;
  /**
   * The jobs of an organization in the order of their creation; with updatedSince those changed since then, in the
   * order of their changes. A walk over all pages never repeats or misses a job; with updatedSince, a job that is
   * changed meanwhile comes again. Needs the scope lists:read; FORBIDDEN when the organization is not one of the
   * caller's.
   */
  readonly jobs: JobConnection;
  /**
   * What an import of an uploaded measurement file would store: each figure with its origin, and the warnings. Null when
   * there is no file with this id in the caller's organizations. A file that cannot be read has `unreadable`, and no
   * figures. Needs the scope lists:read.
   */
  readonly measurementFilePreview?: Maybe<MeasurementFilePreview>;
  /** What a template line can be driven by: all of it, nothing else. Needs the scope templates:read. */
  readonly measures: ReadonlyArray<Measure>;
  /**
   * What an organization's lists take where neither a template nor its line says. Needs the scope
   * templates:read; FORBIDDEN when the organization is not one of the caller's.
   */
  readonly organizationDefaults?: Maybe<OrganizationDefaults>;
  /**
   * What a vendor charges an organization. Null while nothing was imported. Needs the scope prices:read;
   * FORBIDDEN when the organization is not one of the caller's.
   */
  readonly priceBook?: Maybe<PriceBook>;
  /**
   * What priceBookImport would do with this file now; nothing is written. Needs the scopes prices:read and
   * vendors:read.
   */
  readonly priceBookImportPreview: PriceBookImport;
  /**
   * The products of an organization's catalog in the order of their creation. Needs the scope
   * templates:read; FORBIDDEN when the organization is not one of the caller's.
   */
  readonly products: ProductConnection;
  /**
   * The newest production list of a job, or null when the job has none yet. Of several lists the one
   * created last is returned. Needs the scope lists:read.
   */
  readonly projectManagementProductionList?: Maybe<ProductionList>;
  /**
   * One production list, with the same data as projectManagementProductionList. Null when there is none
   * with this id in the caller's organizations. Needs the scope lists:read.
   */
  readonly projectManagementProductionListById?: Maybe<ProductionList>;
  /**
   * What leads from one version of a list to another, in either direction. Null when there is no such list
   * in the caller's organizations. Needs the scope lists:read.
   */
  readonly projectManagementProductionListDiff?: Maybe<ProductionListDiff>;
  /**
   * The list that projectManagementProductionListCreate would make now, with the same refusals and the same
   * extensions.warnings; nothing is written. Needs the scope lists:read.
   */
  readonly projectManagementProductionListPreview: ProductionListPreview;
  /**
   * What projectManagementProductionListRecompute would change today; nothing is written. Null when there is
   * no such list in the caller's organizations. Needs the scope lists:read.
   */
  readonly projectManagementProductionListRecomputation?: Maybe<ProductionListRecomputation>;
  /**
   * The history of a production list: one revision for each of its versions, newest first. Empty when there
   * is no such list in the caller's organizations. Needs the scope lists:read.
   */
  readonly projectManagementProductionListRevisions: ProductionListRevisionConnection;
  /**
   * The production lists of an organization, newest first; with updatedSince those changed since then, in
   * the order of their changes. A walk over all pages never repeats or misses a list; with updatedSince, a
   * list that is changed meanwhile comes on a later page, also again, so that a page may have fewer lists than
   * first, or none, while hasNextPage is true. Needs the scope lists:read.
   */
  readonly projectManagementProductionLists: ProductionListConnection;
  /**
   * One template, archived or not. Null when there is none with this id in the caller's organizations.
   * Needs the scope templates:read.
   */
  readonly template?: Maybe<Template>;
  /**
   * The templates of an organization in the order of their creation. Needs the scope templates:read;
   * FORBIDDEN when the organization is not one of the caller's. One response holds at most 20000 lines.
   */
  readonly templates: TemplateConnection;
};


export type QueryJobArgs = {
  id: Scalars['Int']['input'];
};


export type QueryJobsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  newestFirst?: InputMaybe<Scalars['Boolean']['input']>;
  orgId: Scalars['Int']['input'];
  search?: InputMaybe<Scalars['String']['input']>;
  updatedSince?: InputMaybe<Scalars['DateTime']['input']>;
};


export type QueryMeasurementFilePreviewArgs = {
  id: Scalars['ID']['input'];
  jobId?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryOrganizationDefaultsArgs = {
  orgId: Scalars['Int']['input'];
};


export type QueryPriceBookArgs = {
  orgId: Scalars['Int']['input'];
  vendorId: Scalars['Int']['input'];
};


export type QueryPriceBookImportPreviewArgs = {
  csv: Scalars['String']['input'];
  orgId: Scalars['Int']['input'];
  vendorId: Scalars['Int']['input'];
};


export type QueryProductsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  orgId: Scalars['Int']['input'];
  search?: InputMaybe<Scalars['String']['input']>;
};


export type QueryProjectManagementProductionListArgs = {
  jobId: Scalars['Int']['input'];
  orgId: Scalars['Int']['input'];
};


export type QueryProjectManagementProductionListByIdArgs = {
  id: Scalars['Int']['input'];
};


export type QueryProjectManagementProductionListDiffArgs = {
  fromVersion: Scalars['Int']['input'];
  id: Scalars['Int']['input'];
  toVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryProjectManagementProductionListPreviewArgs = {
  jobId: Scalars['Int']['input'];
  measurementVersion?: InputMaybe<Scalars['Int']['input']>;
  templateIds: ReadonlyArray<Scalars['Int']['input']>;
};


export type QueryProjectManagementProductionListRecomputationArgs = {
  id: Scalars['Int']['input'];
  measurementVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryProjectManagementProductionListRevisionsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  id: Scalars['Int']['input'];
};


export type QueryProjectManagementProductionListsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  jobId?: InputMaybe<Scalars['Int']['input']>;
  orgId: Scalars['Int']['input'];
  search?: InputMaybe<Scalars['String']['input']>;
  updatedSince?: InputMaybe<Scalars['DateTime']['input']>;
};


export type QueryTemplateArgs = {
  id: Scalars['Int']['input'];
};


export type QueryTemplatesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  includeArchived?: InputMaybe<Scalars['Boolean']['input']>;
  orgId: Scalars['Int']['input'];
  search?: InputMaybe<Scalars['String']['input']>;
  tradeType?: InputMaybe<Scalars['String']['input']>;
};

/** A job that may be sold, in one organization. */
export type SalesOpportunity = {
  readonly __typename?: 'SalesOpportunity';
  /** Sales opportunity id. */
  readonly id: Scalars['Int']['output'];
  /** The job. */
  readonly job: Job;
  /** The organization it belongs to. */
  readonly orgId: Scalars['Int']['output'];
};

/** A price as a file states it. Days are written YYYY-MM-DD. */
export type StatedPrice = {
  readonly __typename?: 'StatedPrice';
  /** Colors in which it can be had. */
  readonly colors: ReadonlyArray<Scalars['String']['output']>;
  /** How many coverageUnit one unit holds. */
  readonly coverage?: Maybe<Scalars['Float']['output']>;
  /** Unit of the coverage; null when there is none. */
  readonly coverageUnit?: Maybe<Scalars['String']['output']>;
  /** The first day on which it holds, YYYY-MM-DD. */
  readonly effectiveFrom: Scalars['String']['output'];
  /** The last day on which it holds, YYYY-MM-DD; null when it holds until a later price begins. */
  readonly effectiveTo?: Maybe<Scalars['String']['output']>;
  /** Name of the product. */
  readonly name: Scalars['String']['output'];
  /** Stock keeping unit, as the vendor writes it. */
  readonly sku: Scalars['String']['output'];
  /** Tax in per cent; null when the file does not say. */
  readonly taxPercent?: Maybe<Scalars['Float']['output']>;
  /** What one unitCost buys. */
  readonly unit: Scalars['String']['output'];
  /** Cost of one unit before tax. */
  readonly unitCost: Scalars['Float']['output'];
};

/** How an organization builds one trade. */
export type Template = {
  readonly __typename?: 'Template';
  /** When it was archived; null when it can make lists. */
  readonly archivedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Whether lines of the same product, unit and color are added before they are rounded up. */
  readonly combineSameProducts: Scalars['Boolean']['output'];
  /** When it was created. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** Template id. */
  readonly id: Scalars['Int']['output'];
  /** Its lines, in the order of their items. */
  readonly lines: ReadonlyArray<TemplateLine>;
  /** Its name, unique in the organization whatever its capitals. */
  readonly name: Scalars['String']['output'];
  /** The organization it belongs to. */
  readonly orgId: Scalars['Int']['output'];
  /** Known values: ROOF, SIDING; others may follow. */
  readonly tradeType: Scalars['String']['output'];
  /** When it last changed. */
  readonly updatedAt: Scalars['DateTime']['output'];
  /** Grows by one with every change; an update that names another version is refused with CONFLICT. */
  readonly version: Scalars['Int']['output'];
  /** The fraction added for waste where a line has none; null: that of the organization. */
  readonly wasteFactor?: Maybe<Scalars['Float']['output']>;
};

/** One page of templates. */
export type TemplateConnection = {
  readonly __typename?: 'TemplateConnection';
  /** The templates of this page. */
  readonly nodes: ReadonlyArray<Template>;
  /** How to get the next page. */
  readonly pageInfo: PageInfo;
};

/** A template as it is to be. */
export type TemplateInput = {
  /** Whether lines of the same product, unit and color are added before they are rounded up to whole packages. */
  readonly combineSameProducts?: InputMaybe<Scalars['Boolean']['input']>;
  /** 1 to 1000 lines in the order of their items. */
  readonly lines: ReadonlyArray<TemplateLineInput>;
  /** 1 to 200 characters, unique in the organization whatever its capitals. */
  readonly name: Scalars['String']['input'];
  /** Known values: ROOF, SIDING; others are kept as given. At most 200 characters. */
  readonly tradeType: Scalars['String']['input'];
  /**
   * The fraction added for waste where a line has none, 0 to 1 with at most 5 decimals. Null: that of the
   * organization.
   */
  readonly wasteFactor?: InputMaybe<Scalars['Float']['input']>;
};

/** A line of a template: what it becomes is computed from the measurements of a job. */
export type TemplateLine = {
  readonly __typename?: 'TemplateLine';
  /** The color of the item. */
  readonly color?: Maybe<Scalars['String']['output']>;
  /** All must hold; else the line makes no item. */
  readonly conditions: ReadonlyArray<MeasureCondition>;
  /** Measurement units that one quantity unit covers; null: what the product's packages say. */
  readonly coverage?: Maybe<Scalars['Float']['output']>;
  /** Template line id. */
  readonly id: Scalars['Int']['output'];
  /** Group of the item. */
  readonly listItemGroupName: Scalars['String']['output'];
  /** The fraction added to the cost for the price. Null without the scope prices:read. */
  readonly markup?: Maybe<Scalars['Float']['output']>;
  /** What drives the line: the sum of these measures. */
  readonly measure: ReadonlyArray<MeasureTerm>;
  /** Known values: squares (100 square feet), linear_feet. Null for a count of pieces. */
  readonly measurementUnits?: Maybe<Scalars['String']['output']>;
  /** Least quantity as soon as the measurement is above 0; null when there is none. */
  readonly minimumQuantity?: Maybe<Scalars['Float']['output']>;
  /** Name of the item. */
  readonly name: Scalars['String']['output'];
  /** Notes for the crew or the supplier; empty when there are none. */
  readonly notes: Scalars['String']['output'];
  /** The product. */
  readonly product?: Maybe<Product>;
  /** Id of the product; null for labor and other lines without one. */
  readonly productId?: Maybe<Scalars['Int']['output']>;
  /** Unit of the quantity, such as BUNDLES. */
  readonly quantityUnits: Scalars['String']['output'];
  /** Known values: whole (up to whole packages), step (up to a multiple of roundingStep), exact. */
  readonly rounding: Scalars['String']['output'];
  /** In quantity units; only of rounding step. */
  readonly roundingStep?: Maybe<Scalars['Float']['output']>;
  /** Position in the template, from 1. */
  readonly sortOrder: Scalars['Int']['output'];
  /** Tax in per cent: 7.25 means 7.25 %. */
  readonly taxPercent: Scalars['Float']['output'];
  /** Known values: MATERIAL, LABOR, OTHER. */
  readonly type: Scalars['String']['output'];
  /** Cost of one unit before tax. Null without the scope prices:read. */
  readonly unitCost?: Maybe<Scalars['Float']['output']>;
  /** Id of the vendor that supplies the item. */
  readonly vendorId?: Maybe<Scalars['Int']['output']>;
  /** The fraction added for waste; null: that of the template. */
  readonly wasteFactor?: Maybe<Scalars['Float']['output']>;
};

/** A line of a template: what it becomes is computed from the measurements of a job. */
export type TemplateLineInput = {
  /** The color, at most 100 characters. */
  readonly color?: InputMaybe<Scalars['String']['input']>;
  /** At most 10, all of which must hold; else the line makes no item. */
  readonly conditions?: InputMaybe<ReadonlyArray<MeasureConditionInput>>;
  /**
   * Measurement units that one quantity unit covers, above 0, at most 1000000 with at most 5 decimals. Null:
   * what the product's packages say.
   */
  readonly coverage?: InputMaybe<Scalars['Float']['input']>;
  /** The line that this is to be; null for a new one. */
  readonly id?: InputMaybe<Scalars['Int']['input']>;
  /** Group of the item, 1 to 200 characters. */
  readonly listItemGroupName: Scalars['String']['input'];
  /**
   * The fraction added to the cost for the price, 0 to 10 with at most 4 decimals. Left out or null: 0. Without the scope
   * prices:read, a line with an id keeps its own, and another one is FORBIDDEN.
   */
  readonly markup?: InputMaybe<Scalars['Float']['input']>;
  /** What drives the line: the sum of 1 to 10 measures. */
  readonly measure: ReadonlyArray<MeasureTermInput>;
  /**
   * squares (100 square feet) for areas, linear_feet for lengths, null for counts of pieces. All measures of
   * the line must come to it.
   */
  readonly measurementUnits?: InputMaybe<Scalars['String']['input']>;
  /** Least quantity as soon as the measurement is above 0, 0 to 1000000 with at most 5 decimals. */
  readonly minimumQuantity?: InputMaybe<Scalars['Float']['input']>;
  /** Name of the item, 1 to 200 characters. */
  readonly name: Scalars['String']['input'];
  /** Notes for the crew or the supplier, at most 2000 characters. */
  readonly notes?: InputMaybe<Scalars['String']['input']>;
  /** A product of the template's organization; null for labor and other lines without one. */
  readonly productId?: InputMaybe<Scalars['Int']['input']>;
  /**
   * Unit of the quantity, such as BUNDLES; BOXES, EACH, TUBES, PIECES, SQUARES, LINEAR_FEET, ROLLS, PALLETS. At most
   * 50 characters, kept in capitals.
   */
  readonly quantityUnits: Scalars['String']['input'];
  /** whole (up to whole packages), step (up to a multiple of roundingStep) or exact (as calculated). */
  readonly rounding?: InputMaybe<Scalars['String']['input']>;
  /** In quantity units, above 0, at most 1000000 with at most 5 decimals; only with rounding step. */
  readonly roundingStep?: InputMaybe<Scalars['Float']['input']>;
  /** Tax in per cent, 0 to 100 with at most 4 decimals: 7.25 means 7.25 %. */
  readonly taxPercent?: InputMaybe<Scalars['Float']['input']>;
  /** MATERIAL, LABOR or OTHER. */
  readonly type: Scalars['String']['input'];
  /**
   * Cost of one unit before tax, 0 to 1000000 with at most 4 decimals. Left out or null: 0. Without the scope prices:read,
   * a line with an id keeps its own, and another one is FORBIDDEN.
   */
  readonly unitCost?: InputMaybe<Scalars['Float']['input']>;
  /** A vendor of the template's organization. Needs the scope vendors:read. */
  readonly vendorId?: InputMaybe<Scalars['Int']['input']>;
  /** The fraction added for waste, 0 to 1 with at most 5 decimals. Null: that of the template. */
  readonly wasteFactor?: InputMaybe<Scalars['Float']['input']>;
};

/** The response to the mutations of a template. */
export type TemplatePayload = {
  readonly __typename?: 'TemplatePayload';
  /** The template as it stands after the mutation. */
  readonly template?: Maybe<Template>;
};

/** Why a measurement file cannot be read. */
export type UnreadableFile = {
  readonly __typename?: 'UnreadableFile';
  /**
   * Known values: PDF, ARCHIVE, OFFICE_DOCUMENT, PICTURE, NO_TEXT, EMPTY, ENCODING, MALFORMED, DOCTYPE, TOO_MUCH, AMBIGUOUS,
   * SEVERAL_HOUSES, UNKNOWN_CONTENT, UNKNOWN_PART, GAF_XML, NO_FIGURES, UNIT, INVALID_VALUE; others may follow.
   */
  readonly code: Scalars['String']['output'];
  /** What was recognised, what was not, and what to export instead. */
  readonly message: Scalars['String']['output'];
};

/** A supplier of materials or labor. */
export type Vendor = {
  readonly __typename?: 'Vendor';
  /** Vendor id. */
  readonly id: Scalars['Int']['output'];
};



export type ResolverTypeWrapper<T> = Promise<T> | T;

export type ReferenceResolver<TResult, TReference, TContext> = (
      reference: TReference,
      context: TContext,
      info: GraphQLResolveInfo
    ) => Promise<TResult> | TResult;

      type ScalarCheck<T, S> = S extends true ? T : NullableCheck<T, S>;
      type NullableCheck<T, S> = Maybe<T> extends T ? Maybe<ListCheck<NonNullable<T>, S>> : ListCheck<T, S>;
      type ListCheck<T, S> = T extends (infer U)[] ? NullableCheck<U, S>[] : GraphQLRecursivePick<T, S>;
      export type GraphQLRecursivePick<T, S> = { [K in keyof T & keyof S]: ScalarCheck<T[K], S[K]> };
    

export type ResolverWithResolve<TResult, TParent, TContext, TArgs> = {
  resolve: ResolverFn<TResult, TParent, TContext, TArgs>;
};
export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs> | ResolverWithResolve<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

/** Mapping of federation types */
export type FederationTypes = {
  Job: Job;
  ListItem: ListItem;
  OrderDocument: OrderDocument;
  ProductionList: ProductionList;
};

/** Mapping of federation reference types */
export type FederationReferenceTypes = {
  Job:
    ( { __typename: 'Job' }
    & GraphQLRecursivePick<FederationTypes['Job'], {"id":true}> );
  ListItem:
    ( { __typename: 'ListItem' }
    & GraphQLRecursivePick<FederationTypes['ListItem'], {"id":true}> );
  OrderDocument:
    ( { __typename: 'OrderDocument' }
    & GraphQLRecursivePick<FederationTypes['OrderDocument'], {"id":true}>
    & ( Record<PropertyKey, never>
        | GraphQLRecursivePick<FederationTypes['OrderDocument'], {"productionListId":true,"orgId":true}> ) );
  ProductionList:
    ( { __typename: 'ProductionList' }
    & GraphQLRecursivePick<FederationTypes['ProductionList'], {"id":true}> );
};



/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  FieldChange: ResolverTypeWrapper<FieldChange>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  Job: ResolverTypeWrapper<JobHead>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  JobConnection: ResolverTypeWrapper<Omit<JobConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversTypes['Job']> }>;
  JobImport: JobImport;
  JobImportError: ResolverTypeWrapper<JobImportError>;
  JobMeasurement: ResolverTypeWrapper<MeasurementRow>;
  JobPayload: ResolverTypeWrapper<Omit<JobPayload, 'job' | 'measurement'> & { job?: Maybe<ResolversTypes['Job']>, measurement?: Maybe<ResolversTypes['JobMeasurement']> }>;
  JobsImportPayload: ResolverTypeWrapper<JobsImportPayload>;
  ListItem: ResolverTypeWrapper<ListItemRow>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  ListItemAdd: ListItemAdd;
  ListItemDiff: ResolverTypeWrapper<OrganizationItemDiff>;
  ListItemExplanation: ResolverTypeWrapper<Explanation>;
  ListItemOrderChange: ResolverTypeWrapper<ListItemOrderChange>;
  ListItemUpdate: ListItemUpdate;
  Measure: ResolverTypeWrapper<MeasureName>;
  MeasureCondition: ResolverTypeWrapper<MeasureCondition>;
  MeasureConditionInput: MeasureConditionInput;
  MeasureTerm: ResolverTypeWrapper<MeasureTerm>;
  MeasureTermInput: MeasureTermInput;
  MeasurementFigure: ResolverTypeWrapper<PreviewedFigure>;
  MeasurementFile: ResolverTypeWrapper<MeasurementFileRow>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  MeasurementFilePreview: ResolverTypeWrapper<PreviewedFile>;
  MeasurementSource: ResolverTypeWrapper<FileSource>;
  MissingMaterial: ResolverTypeWrapper<MissingMaterial>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  OrderDocument: ResolverTypeWrapper<Omit<OrderDocument, 'productionList'> & { productionList?: Maybe<ResolversTypes['ProductionList']> }>;
  OrganizationDefaults: ResolverTypeWrapper<OrganizationDefaults>;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  Price: ResolverTypeWrapper<PriceRow>;
  PriceBook: ResolverTypeWrapper<PriceBookRow>;
  PriceBookImport: ResolverTypeWrapper<PriceImport>;
  PriceBookImportRow: ResolverTypeWrapper<Omit<PriceBookImportRow, 'before'> & { before?: Maybe<ResolversTypes['Price']> }>;
  PriceConnection: ResolverTypeWrapper<Omit<PriceConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversTypes['Price']> }>;
  PriceWarning: ResolverTypeWrapper<OwnPriceWarning>;
  Product: ResolverTypeWrapper<ProductRow>;
  ProductConnection: ResolverTypeWrapper<Omit<ProductConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversTypes['Product']> }>;
  ProductInput: ProductInput;
  ProductPackage: ResolverTypeWrapper<ProductPackage>;
  ProductPackageInput: ProductPackageInput;
  ProductPayload: ResolverTypeWrapper<Omit<ProductPayload, 'product'> & { product?: Maybe<ResolversTypes['Product']> }>;
  ProductionList: ResolverTypeWrapper<ProductionListRow>;
  ProductionListConnection: ResolverTypeWrapper<Omit<ProductionListConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversTypes['ProductionList']> }>;
  ProductionListDiff: ResolverTypeWrapper<OrganizationDiff>;
  ProductionListPayload: ResolverTypeWrapper<ProductionListRow>;
  ProductionListPreview: ResolverTypeWrapper<ListPreview>;
  ProductionListPreviewItem: ResolverTypeWrapper<PreviewItem>;
  ProductionListRecomputation: ResolverTypeWrapper<Omit<ProductionListRecomputation, 'diff'> & { diff: ResolversTypes['ProductionListDiff'] }>;
  ProductionListRevision: ResolverTypeWrapper<RevisionRow>;
  ProductionListRevisionConnection: ResolverTypeWrapper<Omit<ProductionListRevisionConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversTypes['ProductionListRevision']> }>;
  Provider: ResolverTypeWrapper<Provider>;
  ProviderInput: ProviderInput;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  SalesOpportunity: ResolverTypeWrapper<ProductionListRow>;
  StatedPrice: ResolverTypeWrapper<StatedPrice>;
  Template: ResolverTypeWrapper<TemplateRow>;
  TemplateConnection: ResolverTypeWrapper<Omit<TemplateConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversTypes['Template']> }>;
  TemplateInput: TemplateInput;
  TemplateLine: ResolverTypeWrapper<OwnTemplateLine>;
  TemplateLineInput: TemplateLineInput;
  TemplatePayload: ResolverTypeWrapper<Omit<TemplatePayload, 'template'> & { template?: Maybe<ResolversTypes['Template']> }>;
  UnreadableFile: ResolverTypeWrapper<UnreadableFile>;
  Vendor: ResolverTypeWrapper<Vendor>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  DateTime: Scalars['DateTime']['output'];
  FieldChange: FieldChange;
  String: Scalars['String']['output'];
  JSON: Scalars['JSON']['output'];
  Job: JobHead;
  Int: Scalars['Int']['output'];
  JobConnection: Omit<JobConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversParentTypes['Job']> };
  JobImport: JobImport;
  JobImportError: JobImportError;
  JobMeasurement: MeasurementRow;
  JobPayload: Omit<JobPayload, 'job' | 'measurement'> & { job?: Maybe<ResolversParentTypes['Job']>, measurement?: Maybe<ResolversParentTypes['JobMeasurement']> };
  JobsImportPayload: JobsImportPayload;
  ListItem: ListItemRow;
  Float: Scalars['Float']['output'];
  Boolean: Scalars['Boolean']['output'];
  ListItemAdd: ListItemAdd;
  ListItemDiff: OrganizationItemDiff;
  ListItemExplanation: Explanation;
  ListItemOrderChange: ListItemOrderChange;
  ListItemUpdate: ListItemUpdate;
  Measure: MeasureName;
  MeasureCondition: MeasureCondition;
  MeasureConditionInput: MeasureConditionInput;
  MeasureTerm: MeasureTerm;
  MeasureTermInput: MeasureTermInput;
  MeasurementFigure: PreviewedFigure;
  MeasurementFile: MeasurementFileRow;
  ID: Scalars['ID']['output'];
  MeasurementFilePreview: PreviewedFile;
  MeasurementSource: FileSource;
  MissingMaterial: MissingMaterial;
  Mutation: Record<PropertyKey, never>;
  OrderDocument: Omit<OrderDocument, 'productionList'> & { productionList?: Maybe<ResolversParentTypes['ProductionList']> } | FederationReferenceTypes['OrderDocument'];
  OrganizationDefaults: OrganizationDefaults;
  PageInfo: PageInfo;
  Price: PriceRow;
  PriceBook: PriceBookRow;
  PriceBookImport: PriceImport;
  PriceBookImportRow: Omit<PriceBookImportRow, 'before'> & { before?: Maybe<ResolversParentTypes['Price']> };
  PriceConnection: Omit<PriceConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversParentTypes['Price']> };
  PriceWarning: OwnPriceWarning;
  Product: ProductRow;
  ProductConnection: Omit<ProductConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversParentTypes['Product']> };
  ProductInput: ProductInput;
  ProductPackage: ProductPackage;
  ProductPackageInput: ProductPackageInput;
  ProductPayload: Omit<ProductPayload, 'product'> & { product?: Maybe<ResolversParentTypes['Product']> };
  ProductionList: ProductionListRow;
  ProductionListConnection: Omit<ProductionListConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversParentTypes['ProductionList']> };
  ProductionListDiff: OrganizationDiff;
  ProductionListPayload: ProductionListRow;
  ProductionListPreview: ListPreview;
  ProductionListPreviewItem: PreviewItem;
  ProductionListRecomputation: Omit<ProductionListRecomputation, 'diff'> & { diff: ResolversParentTypes['ProductionListDiff'] };
  ProductionListRevision: RevisionRow;
  ProductionListRevisionConnection: Omit<ProductionListRevisionConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversParentTypes['ProductionListRevision']> };
  Provider: Provider;
  ProviderInput: ProviderInput;
  Query: Record<PropertyKey, never>;
  SalesOpportunity: ProductionListRow;
  StatedPrice: StatedPrice;
  Template: TemplateRow;
  TemplateConnection: Omit<TemplateConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversParentTypes['Template']> };
  TemplateInput: TemplateInput;
  TemplateLine: OwnTemplateLine;
  TemplateLineInput: TemplateLineInput;
  TemplatePayload: Omit<TemplatePayload, 'template'> & { template?: Maybe<ResolversParentTypes['Template']> };
  UnreadableFile: UnreadableFile;
  Vendor: Vendor;
};

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export type FieldChangeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['FieldChange'] = ResolversParentTypes['FieldChange']> = {
  field?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  from?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  to?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
};

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSON'], any> {
  name: 'JSON';
}

export type JobResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Job'] = ResolversParentTypes['Job'], FederationReferenceType extends FederationReferenceTypes['Job'] = FederationReferenceTypes['Job']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Job']> | FederationReferenceType, FederationReferenceType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  externalIdentifier?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  measurement?: Resolver<Maybe<ResolversTypes['JobMeasurement']>, ParentType, ContextType, Partial<JobMeasurementArgs>>;
  measurementVersion?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  measurements?: Resolver<ReadonlyArray<ResolversTypes['JobMeasurement']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  orgId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  productionListCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type JobConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['JobConnection'] = ResolversParentTypes['JobConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Job']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type JobImportErrorResolvers<ContextType = Context, ParentType extends ResolversParentTypes['JobImportError'] = ResolversParentTypes['JobImportError']> = {
  externalIdentifier?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  index?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type JobMeasurementResolvers<ContextType = Context, ParentType extends ResolversParentTypes['JobMeasurement'] = ResolversParentTypes['JobMeasurement']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  measurements?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  source?: Resolver<Maybe<ResolversTypes['MeasurementSource']>, ParentType, ContextType>;
  userId?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type JobPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['JobPayload'] = ResolversParentTypes['JobPayload']> = {
  job?: Resolver<Maybe<ResolversTypes['Job']>, ParentType, ContextType>;
  measurement?: Resolver<Maybe<ResolversTypes['JobMeasurement']>, ParentType, ContextType>;
};

export type JobsImportPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['JobsImportPayload'] = ResolversParentTypes['JobsImportPayload']> = {
  changed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  created?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  errors?: Resolver<ReadonlyArray<ResolversTypes['JobImportError']>, ParentType, ContextType>;
  unchanged?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ListItemResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ListItem'] = ResolversParentTypes['ListItem'], FederationReferenceType extends FederationReferenceTypes['ListItem'] = FederationReferenceTypes['ListItem']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['ListItem']> | FederationReferenceType, FederationReferenceType, ContextType>;
  SKU?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  calculatedQuantity?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  color?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  explanation?: Resolver<Maybe<ResolversTypes['ListItemExplanation']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  isManualMeasurement?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  listItemGroupName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  markup?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  measurement?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  measurementUnits?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  notes?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  pretaxCost?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  product?: Resolver<Maybe<ResolversTypes['Product']>, ParentType, ContextType>;
  quantity?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  quantityIn?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType, RequireFields<ListItemQuantityInArgs, 'unit'>>;
  quantityUnits?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sortOrder?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  taxPercent?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  totalCost?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  totalPrice?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  tradeType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  unitCost?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  vendor?: Resolver<Maybe<ResolversTypes['Vendor']>, ParentType, ContextType>;
  wasteFactor?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type ListItemDiffResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ListItemDiff'] = ResolversParentTypes['ListItemDiff']> = {
  changeId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  changes?: Resolver<ReadonlyArray<ResolversTypes['FieldChange']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  listItemId?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  position?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type ListItemExplanationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ListItemExplanation'] = ResolversParentTypes['ListItemExplanation']> = {
  calculatedQuantity?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  carriedIn?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  computedMeasurement?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  coverage?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  isCombined?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  leftover?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  manualFields?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  measure?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  measurement?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  measurementUnits?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  measurementVersion?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  minimumQuantity?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  priceEffectiveFrom?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  quantity?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  rounding?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  roundingStep?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  sentence?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  templateId?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  templateLineId?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  unitCost?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  unitCostSource?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  wasteFactor?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type ListItemOrderChangeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ListItemOrderChange'] = ResolversParentTypes['ListItemOrderChange']> = {
  from?: Resolver<ReadonlyArray<ResolversTypes['Int']>, ParentType, ContextType>;
  to?: Resolver<ReadonlyArray<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type MeasureResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Measure'] = ResolversParentTypes['Measure']> = {
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  dimension?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  units?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type MeasureConditionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MeasureCondition'] = ResolversParentTypes['MeasureCondition']> = {
  above?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  measure?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  pitchAbove?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type MeasureTermResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MeasureTerm'] = ResolversParentTypes['MeasureTerm']> = {
  measure?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  pitchAbove?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  times?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  width?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type MeasurementFigureResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MeasurementFigure'] = ResolversParentTypes['MeasurementFigure']> = {
  currentValue?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  provenance?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  unit?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
};

export type MeasurementFileResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MeasurementFile'] = ResolversParentTypes['MeasurementFile']> = {
  byteSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  contentType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  filename?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  importedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  orgId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sha256?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type MeasurementFilePreviewResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MeasurementFilePreview'] = ResolversParentTypes['MeasurementFilePreview']> = {
  figures?: Resolver<ReadonlyArray<ResolversTypes['MeasurementFigure']>, ParentType, ContextType>;
  file?: Resolver<ResolversTypes['MeasurementFile'], ParentType, ContextType>;
  measurements?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  source?: Resolver<ResolversTypes['MeasurementSource'], ParentType, ContextType>;
  unreadable?: Resolver<Maybe<ResolversTypes['UnreadableFile']>, ParentType, ContextType>;
  warnings?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
};

export type MeasurementSourceResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MeasurementSource'] = ResolversParentTypes['MeasurementSource']> = {
  file?: Resolver<Maybe<ResolversTypes['MeasurementFile']>, ParentType, ContextType>;
  format?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  provenances?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  reportId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  vendor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  version?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type MissingMaterialResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MissingMaterial'] = ResolversParentTypes['MissingMaterial']> = {
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  listItemName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  measure?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  measured?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  measurementUnits?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type MutationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  jobMeasurementFileImport?: Resolver<Maybe<ResolversTypes['JobPayload']>, ParentType, ContextType, RequireFields<MutationJobMeasurementFileImportArgs, 'fileId' | 'jobId'>>;
  jobMeasurementsImport?: Resolver<Maybe<ResolversTypes['JobPayload']>, ParentType, ContextType, RequireFields<MutationJobMeasurementsImportArgs, 'jobId' | 'measurements'>>;
  jobUpsert?: Resolver<Maybe<ResolversTypes['JobPayload']>, ParentType, ContextType, RequireFields<MutationJobUpsertArgs, 'orgId'>>;
  jobsImport?: Resolver<ResolversTypes['JobsImportPayload'], ParentType, ContextType, RequireFields<MutationJobsImportArgs, 'jobs' | 'orgId'>>;
  organizationDefaultsUpdate?: Resolver<Maybe<ResolversTypes['OrganizationDefaults']>, ParentType, ContextType, RequireFields<MutationOrganizationDefaultsUpdateArgs, 'orgId' | 'wasteFactor'>>;
  priceBookImport?: Resolver<ResolversTypes['PriceBookImport'], ParentType, ContextType, RequireFields<MutationPriceBookImportArgs, 'csv' | 'orgId' | 'vendorId'>>;
  productUpsert?: Resolver<Maybe<ResolversTypes['ProductPayload']>, ParentType, ContextType, RequireFields<MutationProductUpsertArgs, 'orgId' | 'product'>>;
  projectManagementProductionListCreate?: Resolver<Maybe<ResolversTypes['ProductionListPayload']>, ParentType, ContextType, RequireFields<MutationProjectManagementProductionListCreateArgs, 'jobId' | 'templateIds'>>;
  projectManagementProductionListMarkSold?: Resolver<Maybe<ResolversTypes['ProductionListPayload']>, ParentType, ContextType, RequireFields<MutationProjectManagementProductionListMarkSoldArgs, 'id' | 'sold'>>;
  projectManagementProductionListRecompute?: Resolver<Maybe<ResolversTypes['ProductionListPayload']>, ParentType, ContextType, RequireFields<MutationProjectManagementProductionListRecomputeArgs, 'digest' | 'id'>>;
  projectManagementProductionListReprice?: Resolver<Maybe<ResolversTypes['ProductionListPayload']>, ParentType, ContextType, RequireFields<MutationProjectManagementProductionListRepriceArgs, 'id'>>;
  projectManagementProductionListUpdate?: Resolver<Maybe<ResolversTypes['ProductionListPayload']>, ParentType, ContextType, RequireFields<MutationProjectManagementProductionListUpdateArgs, 'id'>>;
  templateArchive?: Resolver<Maybe<ResolversTypes['TemplatePayload']>, ParentType, ContextType, RequireFields<MutationTemplateArchiveArgs, 'id'>>;
  templateCopy?: Resolver<Maybe<ResolversTypes['TemplatePayload']>, ParentType, ContextType, RequireFields<MutationTemplateCopyArgs, 'id' | 'name'>>;
  templateCreate?: Resolver<Maybe<ResolversTypes['TemplatePayload']>, ParentType, ContextType, RequireFields<MutationTemplateCreateArgs, 'orgId' | 'template'>>;
  templateRestore?: Resolver<Maybe<ResolversTypes['TemplatePayload']>, ParentType, ContextType, RequireFields<MutationTemplateRestoreArgs, 'id'>>;
  templateUpdate?: Resolver<Maybe<ResolversTypes['TemplatePayload']>, ParentType, ContextType, RequireFields<MutationTemplateUpdateArgs, 'id' | 'template'>>;
};

export type OrderDocumentResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OrderDocument'] = ResolversParentTypes['OrderDocument'], FederationReferenceType extends FederationReferenceTypes['OrderDocument'] = FederationReferenceTypes['OrderDocument']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['OrderDocument']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  productionList?: Resolver<Maybe<ResolversTypes['ProductionList']>, ParentType, ContextType>;
};

export type OrganizationDefaultsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OrganizationDefaults'] = ResolversParentTypes['OrganizationDefaults']> = {
  wasteFactor?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type PriceResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Price'] = ResolversParentTypes['Price']> = {
  colors?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  coverage?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  coverageUnit?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  effectiveFrom?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  effectiveTo?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  history?: Resolver<ReadonlyArray<ResolversTypes['Price']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sku?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  taxPercent?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  unit?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  unitCost?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  userId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type PriceBookResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PriceBook'] = ResolversParentTypes['PriceBook']> = {
  orgId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  prices?: Resolver<ResolversTypes['PriceConnection'], ParentType, ContextType, RequireFields<PriceBookPricesArgs, 'first'>>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  vendor?: Resolver<Maybe<ResolversTypes['Vendor']>, ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type PriceBookImportResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PriceBookImport'] = ResolversParentTypes['PriceBookImport']> = {
  added?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  bookVersion?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  changed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  digest?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  refused?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  rows?: Resolver<ReadonlyArray<ResolversTypes['PriceBookImportRow']>, ParentType, ContextType>;
  unchanged?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type PriceBookImportRowResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PriceBookImportRow'] = ResolversParentTypes['PriceBookImportRow']> = {
  after?: Resolver<Maybe<ResolversTypes['StatedPrice']>, ParentType, ContextType>;
  before?: Resolver<Maybe<ResolversTypes['Price']>, ParentType, ContextType>;
  change?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reasons?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  row?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  sku?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PriceConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PriceConnection'] = ResolversParentTypes['PriceConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Price']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type PriceWarningResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PriceWarning'] = ResolversParentTypes['PriceWarning']> = {
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  currentTaxPercent?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  currentUnitCost?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  effectiveFrom?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  listItemId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  taxPercent?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  unitCost?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  unitCostSource?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ProductResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Product'] = ResolversParentTypes['Product']> = {
  displayName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  manufacturerUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  packages?: Resolver<ReadonlyArray<ResolversTypes['ProductPackage']>, ParentType, ContextType>;
  productType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  provider?: Resolver<Maybe<ResolversTypes['Provider']>, ParentType, ContextType>;
  sku?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ProductConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ProductConnection'] = ResolversParentTypes['ProductConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Product']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type ProductPackageResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ProductPackage'] = ResolversParentTypes['ProductPackage']> = {
  holds?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  of?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  unit?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ProductPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ProductPayload'] = ResolversParentTypes['ProductPayload']> = {
  product?: Resolver<Maybe<ResolversTypes['Product']>, ParentType, ContextType>;
};

export type ProductionListResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ProductionList'] = ResolversParentTypes['ProductionList'], FederationReferenceType extends FederationReferenceTypes['ProductionList'] = FederationReferenceTypes['ProductionList']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['ProductionList']> | FederationReferenceType, FederationReferenceType, ContextType>;
  contractLaborTotal?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  contractMaterialSubtotal?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  contractMaterialTax?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  contractMaterialTotal?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  contractOtherTotal?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  contractPreDiscountPrice?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  contractTotalCost?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  contractTotalPrice?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  laborTotalCost?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  listItems?: Resolver<ReadonlyArray<ResolversTypes['ListItem']>, ParentType, ContextType>;
  materialPretaxCost?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  materialSalesTax?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  materialTotalCost?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  measurementVersion?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  missingMaterials?: Resolver<ReadonlyArray<ResolversTypes['MissingMaterial']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  otherTotalCost?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  priceWarnings?: Resolver<ReadonlyArray<ResolversTypes['PriceWarning']>, ParentType, ContextType>;
  profitAmount?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  profitMargin?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  salesOpportunity?: Resolver<ResolversTypes['SalesOpportunity'], ParentType, ContextType>;
  soldAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  templateIds?: Resolver<ReadonlyArray<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCost?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  totalDiscount?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  totalPrice?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ProductionListConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ProductionListConnection'] = ResolversParentTypes['ProductionListConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['ProductionList']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type ProductionListDiffResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ProductionListDiff'] = ResolversParentTypes['ProductionListDiff']> = {
  fields?: Resolver<ReadonlyArray<ResolversTypes['FieldChange']>, ParentType, ContextType>;
  isEmpty?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  itemCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  itemOrder?: Resolver<Maybe<ResolversTypes['ListItemOrderChange']>, ParentType, ContextType>;
  items?: Resolver<ReadonlyArray<ResolversTypes['ListItemDiff']>, ParentType, ContextType>;
};

export type ProductionListPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ProductionListPayload'] = ResolversParentTypes['ProductionListPayload']> = {
  productionList?: Resolver<Maybe<ResolversTypes['ProductionList']>, ParentType, ContextType>;
};

export type ProductionListPreviewResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ProductionListPreview'] = ResolversParentTypes['ProductionListPreview']> = {
  jobId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  laborTotalCost?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  listItems?: Resolver<ReadonlyArray<ResolversTypes['ProductionListPreviewItem']>, ParentType, ContextType>;
  materialPretaxCost?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  materialSalesTax?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  materialTotalCost?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  measurementVersion?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  missingMaterials?: Resolver<ReadonlyArray<ResolversTypes['MissingMaterial']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  orgId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  otherTotalCost?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  profitAmount?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  profitMargin?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  templateIds?: Resolver<ReadonlyArray<ResolversTypes['Int']>, ParentType, ContextType>;
  totalCost?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  totalPrice?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type ProductionListPreviewItemResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ProductionListPreviewItem'] = ResolversParentTypes['ProductionListPreviewItem']> = {
  SKU?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  calculatedQuantity?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  color?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  explanation?: Resolver<ResolversTypes['ListItemExplanation'], ParentType, ContextType>;
  listItemGroupName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  markup?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  measurement?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  measurementUnits?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  notes?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  pretaxCost?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  product?: Resolver<Maybe<ResolversTypes['Product']>, ParentType, ContextType>;
  quantity?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  quantityUnits?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sortOrder?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  taxPercent?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  totalCost?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  totalPrice?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  tradeType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  unitCost?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  vendor?: Resolver<Maybe<ResolversTypes['Vendor']>, ParentType, ContextType>;
  wasteFactor?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type ProductionListRecomputationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ProductionListRecomputation'] = ResolversParentTypes['ProductionListRecomputation']> = {
  diff?: Resolver<ResolversTypes['ProductionListDiff'], ParentType, ContextType>;
  digest?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  measurementVersion?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ProductionListRevisionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ProductionListRevision'] = ResolversParentTypes['ProductionListRevision']> = {
  action?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  diff?: Resolver<ResolversTypes['ProductionListDiff'], ParentType, ContextType>;
  userId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ProductionListRevisionConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ProductionListRevisionConnection'] = ResolversParentTypes['ProductionListRevisionConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['ProductionListRevision']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type ProviderResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Provider'] = ResolversParentTypes['Provider']> = {
  identifier?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type QueryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  job?: Resolver<Maybe<ResolversTypes['Job']>, ParentType, ContextType, RequireFields<QueryJobArgs, 'id'>>;
  jobs?: Resolver<ResolversTypes['JobConnection'], ParentType, ContextType, RequireFields<QueryJobsArgs, 'first' | 'newestFirst' | 'orgId'>>;
  measurementFilePreview?: Resolver<Maybe<ResolversTypes['MeasurementFilePreview']>, ParentType, ContextType, RequireFields<QueryMeasurementFilePreviewArgs, 'id'>>;
  measures?: Resolver<ReadonlyArray<ResolversTypes['Measure']>, ParentType, ContextType>;
  organizationDefaults?: Resolver<Maybe<ResolversTypes['OrganizationDefaults']>, ParentType, ContextType, RequireFields<QueryOrganizationDefaultsArgs, 'orgId'>>;
  priceBook?: Resolver<Maybe<ResolversTypes['PriceBook']>, ParentType, ContextType, RequireFields<QueryPriceBookArgs, 'orgId' | 'vendorId'>>;
  priceBookImportPreview?: Resolver<ResolversTypes['PriceBookImport'], ParentType, ContextType, RequireFields<QueryPriceBookImportPreviewArgs, 'csv' | 'orgId' | 'vendorId'>>;
  products?: Resolver<ResolversTypes['ProductConnection'], ParentType, ContextType, RequireFields<QueryProductsArgs, 'first' | 'orgId'>>;
  projectManagementProductionList?: Resolver<Maybe<ResolversTypes['ProductionList']>, ParentType, ContextType, RequireFields<QueryProjectManagementProductionListArgs, 'jobId' | 'orgId'>>;
  projectManagementProductionListById?: Resolver<Maybe<ResolversTypes['ProductionList']>, ParentType, ContextType, RequireFields<QueryProjectManagementProductionListByIdArgs, 'id'>>;
  projectManagementProductionListDiff?: Resolver<Maybe<ResolversTypes['ProductionListDiff']>, ParentType, ContextType, RequireFields<QueryProjectManagementProductionListDiffArgs, 'fromVersion' | 'id'>>;
  projectManagementProductionListPreview?: Resolver<ResolversTypes['ProductionListPreview'], ParentType, ContextType, RequireFields<QueryProjectManagementProductionListPreviewArgs, 'jobId' | 'templateIds'>>;
  projectManagementProductionListRecomputation?: Resolver<Maybe<ResolversTypes['ProductionListRecomputation']>, ParentType, ContextType, RequireFields<QueryProjectManagementProductionListRecomputationArgs, 'id'>>;
  projectManagementProductionListRevisions?: Resolver<ResolversTypes['ProductionListRevisionConnection'], ParentType, ContextType, RequireFields<QueryProjectManagementProductionListRevisionsArgs, 'first' | 'id'>>;
  projectManagementProductionLists?: Resolver<ResolversTypes['ProductionListConnection'], ParentType, ContextType, RequireFields<QueryProjectManagementProductionListsArgs, 'first' | 'orgId'>>;
  template?: Resolver<Maybe<ResolversTypes['Template']>, ParentType, ContextType, RequireFields<QueryTemplateArgs, 'id'>>;
  templates?: Resolver<ResolversTypes['TemplateConnection'], ParentType, ContextType, RequireFields<QueryTemplatesArgs, 'first' | 'includeArchived' | 'orgId'>>;
};

export type SalesOpportunityResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SalesOpportunity'] = ResolversParentTypes['SalesOpportunity']> = {
  id?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  job?: Resolver<ResolversTypes['Job'], ParentType, ContextType>;
  orgId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type StatedPriceResolvers<ContextType = Context, ParentType extends ResolversParentTypes['StatedPrice'] = ResolversParentTypes['StatedPrice']> = {
  colors?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  coverage?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  coverageUnit?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  effectiveFrom?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  effectiveTo?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sku?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  taxPercent?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  unit?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  unitCost?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type TemplateResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Template'] = ResolversParentTypes['Template']> = {
  archivedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  combineSameProducts?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  lines?: Resolver<ReadonlyArray<ResolversTypes['TemplateLine']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  orgId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  tradeType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  wasteFactor?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type TemplateConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TemplateConnection'] = ResolversParentTypes['TemplateConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Template']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type TemplateLineResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TemplateLine'] = ResolversParentTypes['TemplateLine']> = {
  color?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  conditions?: Resolver<ReadonlyArray<ResolversTypes['MeasureCondition']>, ParentType, ContextType>;
  coverage?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  listItemGroupName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  markup?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  measure?: Resolver<ReadonlyArray<ResolversTypes['MeasureTerm']>, ParentType, ContextType>;
  measurementUnits?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  minimumQuantity?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  notes?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  product?: Resolver<Maybe<ResolversTypes['Product']>, ParentType, ContextType>;
  productId?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  quantityUnits?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  rounding?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  roundingStep?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  sortOrder?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  taxPercent?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  unitCost?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  vendorId?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  wasteFactor?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type TemplatePayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TemplatePayload'] = ResolversParentTypes['TemplatePayload']> = {
  template?: Resolver<Maybe<ResolversTypes['Template']>, ParentType, ContextType>;
};

export type UnreadableFileResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UnreadableFile'] = ResolversParentTypes['UnreadableFile']> = {
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type VendorResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Vendor'] = ResolversParentTypes['Vendor']> = {
  id?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type Resolvers<ContextType = Context> = {
  DateTime?: GraphQLScalarType;
  FieldChange?: FieldChangeResolvers<ContextType>;
  JSON?: GraphQLScalarType;
  Job?: JobResolvers<ContextType>;
  JobConnection?: JobConnectionResolvers<ContextType>;
  JobImportError?: JobImportErrorResolvers<ContextType>;
  JobMeasurement?: JobMeasurementResolvers<ContextType>;
  JobPayload?: JobPayloadResolvers<ContextType>;
  JobsImportPayload?: JobsImportPayloadResolvers<ContextType>;
  ListItem?: ListItemResolvers<ContextType>;
  ListItemDiff?: ListItemDiffResolvers<ContextType>;
  ListItemExplanation?: ListItemExplanationResolvers<ContextType>;
  ListItemOrderChange?: ListItemOrderChangeResolvers<ContextType>;
  Measure?: MeasureResolvers<ContextType>;
  MeasureCondition?: MeasureConditionResolvers<ContextType>;
  MeasureTerm?: MeasureTermResolvers<ContextType>;
  MeasurementFigure?: MeasurementFigureResolvers<ContextType>;
  MeasurementFile?: MeasurementFileResolvers<ContextType>;
  MeasurementFilePreview?: MeasurementFilePreviewResolvers<ContextType>;
  MeasurementSource?: MeasurementSourceResolvers<ContextType>;
  MissingMaterial?: MissingMaterialResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  OrderDocument?: OrderDocumentResolvers<ContextType>;
  OrganizationDefaults?: OrganizationDefaultsResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  Price?: PriceResolvers<ContextType>;
  PriceBook?: PriceBookResolvers<ContextType>;
  PriceBookImport?: PriceBookImportResolvers<ContextType>;
  PriceBookImportRow?: PriceBookImportRowResolvers<ContextType>;
  PriceConnection?: PriceConnectionResolvers<ContextType>;
  PriceWarning?: PriceWarningResolvers<ContextType>;
  Product?: ProductResolvers<ContextType>;
  ProductConnection?: ProductConnectionResolvers<ContextType>;
  ProductPackage?: ProductPackageResolvers<ContextType>;
  ProductPayload?: ProductPayloadResolvers<ContextType>;
  ProductionList?: ProductionListResolvers<ContextType>;
  ProductionListConnection?: ProductionListConnectionResolvers<ContextType>;
  ProductionListDiff?: ProductionListDiffResolvers<ContextType>;
  ProductionListPayload?: ProductionListPayloadResolvers<ContextType>;
  ProductionListPreview?: ProductionListPreviewResolvers<ContextType>;
  ProductionListPreviewItem?: ProductionListPreviewItemResolvers<ContextType>;
  ProductionListRecomputation?: ProductionListRecomputationResolvers<ContextType>;
  ProductionListRevision?: ProductionListRevisionResolvers<ContextType>;
  ProductionListRevisionConnection?: ProductionListRevisionConnectionResolvers<ContextType>;
  Provider?: ProviderResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  SalesOpportunity?: SalesOpportunityResolvers<ContextType>;
  StatedPrice?: StatedPriceResolvers<ContextType>;
  Template?: TemplateResolvers<ContextType>;
  TemplateConnection?: TemplateConnectionResolvers<ContextType>;
  TemplateLine?: TemplateLineResolvers<ContextType>;
  TemplatePayload?: TemplatePayloadResolvers<ContextType>;
  UnreadableFile?: UnreadableFileResolvers<ContextType>;
  Vendor?: VendorResolvers<ContextType>;
};

