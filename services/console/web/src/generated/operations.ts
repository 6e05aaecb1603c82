/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentString } from '@takeoff/client'
/** What was done to which thing. */
export type AuditTargetInput = {
  /** Its id; left out or null: all of the type. */
  readonly id?: string | number | null | undefined;
  /**
   * One of brand, export, file, organization, price-book, product, template, vendor and webhook; BAD_USER_INPUT
   * for any other word.
   */
  readonly type: string;
};

/** An item that no template made. A quantity or a measurement must be given. */
export type ListItemAdd = {
  /** The item to place it behind. Left out: at the end of the list. */
  readonly afterListItemId?: number | null | undefined;
  /** The color, at most 100 characters; spaces around it are dropped, and a blank text counts as none. */
  readonly color?: string | null | undefined;
  /** Measurement units that one quantity unit covers, above 0. Left out: 1. */
  readonly coverage?: number | null | undefined;
  /** The group, at most 200 characters. Left out: Other. */
  readonly listItemGroupName?: string | null | undefined;
  /** The fraction added to the total cost, 0 to 10. Left out: 0. */
  readonly markup?: number | null | undefined;
  /** What was measured, 0 to 1000000000 with at most 5 decimals; the quantity follows in whole units. */
  readonly measurement?: number | null | undefined;
  /** squares, linear_feet, or null for a count. */
  readonly measurementUnits?: string | null | undefined;
  /** The name, at most 200 characters. */
  readonly name: string;
  /** Notes for the crew or the supplier, at most 2000 characters. */
  readonly notes?: string | null | undefined;
  /** A product of the list's organization; it gives the item its SKU. */
  readonly productId?: number | null | undefined;
  /** The quantity, 0 to 1000000 with at most 5 decimals. */
  readonly quantity?: number | null | undefined;
  /** Unit of the quantity, such as BUNDLES, at most 50 characters. Case and spaces make no difference. */
  readonly quantityUnits: string;
  /** Tax in per cent, 0 to 100. Left out: 0. */
  readonly taxPercent?: number | null | undefined;
  /** Known values: ROOF, SIDING; others are kept as given. Left out: that of the list's first item. */
  readonly tradeType?: string | null | undefined;
  /** MATERIAL (the default), LABOR or OTHER. */
  readonly type?: string | null | undefined;
  /** Cost of one unit before tax, 0 to 1000000 with at most 4 decimals. */
  readonly unitCost: number;
  /** The vendor that supplies the item, one of the list's organization. Needs the scope vendors:read. */
  readonly vendorId?: number | null | undefined;
  /** The fraction added for waste, 0 to 1. Left out: 0. */
  readonly wasteFactor?: number | null | undefined;
};

/**
 * A change of one list item. What is left out stays as it is. What is set here stays when the list is
 * recomputed.
 */
export type ListItemUpdate = {
  /** The color, at most 100 characters; spaces around it are dropped, and null or a blank text removes it. */
  readonly color?: string | null | undefined;
  /** The list item to change. */
  readonly id: number;
  /** The group, at most 200 characters. */
  readonly listItemGroupName?: string | null | undefined;
  /** The fraction added to the total cost, 0 to 10 with at most 4 decimals. Needs the scope prices:read. */
  readonly markup?: number | null | undefined;
  /**
   * What was measured by hand, in measurementUnits, 0 to 1000000000 with at most 5 decimals; it sets
   * isManualMeasurement and takes the place of the computed measurement. Null returns to the computed one.
   */
  readonly measurement?: number | null | undefined;
  /** The name, at most 200 characters. */
  readonly name?: string | null | undefined;
  /** Notes for the crew or the supplier, at most 2000 characters; null removes them. */
  readonly notes?: string | null | undefined;
  /**
   * A quantity set by hand, 0 to 1000000 with at most 5 decimals; it sets isManualMeasurement, and
   * calculatedQuantity keeps the computed one. Null returns to the computed quantity.
   */
  readonly quantity?: number | null | undefined;
  /** Tax in per cent, 0 to 100 with at most 4 decimals: 7.25 means 7.25 %. */
  readonly taxPercent?: number | null | undefined;
  /** Cost of one unit before tax, 0 to 1000000 with at most 4 decimals. Null is refused. Needs the scope prices:read. */
  readonly unitCost?: number | null | undefined;
  /**
   * The vendor that supplies the item, one of the list's organization: needs the scope vendors:read. Null unties the item
   * from its vendor.
   */
  readonly vendorId?: number | null | undefined;
  /** The fraction added for waste, 0 to 1 with at most 5 decimals. */
  readonly wasteFactor?: number | null | undefined;
};

/** Holds when a measure is greater than a value. */
export type MeasureConditionInput = {
  /** In square feet, feet or pieces, 0 to 10000000; 0 asks whether there is any. */
  readonly above: number;
  /** A name of measures, such as valleys. */
  readonly measure: string;
  /** Only with roof_area: only facets steeper than this rise over 12, 0 to 48. */
  readonly pitchAbove?: number | null | undefined;
};

/** One measure of a sum, times what is given beside it. */
export type MeasureTermInput = {
  /** A name of measures, such as eaves. */
  readonly measure: string;
  /** Only with roof_area: only facets steeper than this rise over 12, 0 to 48. 8 leaves out 8/12 itself. */
  readonly pitchAbove?: number | null | undefined;
  /** How often it is counted, above 0, at most 1000: two rows of a board, 4 pipe boots a job. */
  readonly times?: number | null | undefined;
  /** Feet, above 0, at most 100: makes an area of a length, as of a membrane along the eaves. */
  readonly width?: number | null | undefined;
};

/** An item that is ordered in addition. */
export type OrderAddition = {
  /** An item of the order's list, of the order's kind; each once. */
  readonly listItemId: string | number;
  /** How much, in the item's unit: more than 0, at most 1000000, with at most 5 decimals. */
  readonly quantity: number;
};

/** A line that is taken back. */
export type OrderCredit = {
  /** A line of the order or of one of its change orders; each once. */
  readonly orderListItemId: string | number;
  /** How much: more than 0, at most what is still ordered of the line, with at most 5 decimals. */
  readonly quantity: number;
};

/** A person on the site; every text has at most 100 characters. */
export type OrderDeliveryContactInput = {
  /** E-mail address. */
  readonly email?: string | null | undefined;
  /** Name of the person. */
  readonly name?: string | null | undefined;
  /** Telephone number. */
  readonly phone?: string | null | undefined;
};

/** How, when and where an order is to be delivered. Blank text is as good as none. */
export type OrderDeliveryInput = {
  /** How to get in, such as gates, dogs and codes; at most 1000 characters. */
  readonly accessNotes?: string | null | undefined;
  /** Whom to call on the site. */
  readonly contact?: OrderDeliveryContactInput | null | undefined;
  /** Day, as 2026-03-14. */
  readonly date?: string | null | undefined;
  /** GROUND, ROOF_TOP or PICKUP. */
  readonly method?: string | null | undefined;
  /** Where on the site the material goes; at most 1000 characters. */
  readonly placementNotes?: string | null | undefined;
  /** Where to deliver to. */
  readonly shipTo?: OrderShipToInput | null | undefined;
  /** Time of day: ANY, AM, PM, FIRST_STOP, or two times as 08:00-10:00. */
  readonly window?: string | null | undefined;
};

/** How a document is rendered; what is left out is as the organization's brand says. */
export type OrderDocumentOptions = {
  /** Columns of the CSV: default, accounting (has prices: for inputHtml office only, else BAD_USER_INPUT), abc-supply, srs or qxo. */
  readonly csvPreset?: string | null | undefined;
  /** Rendering mode: supplier (the default; no prices), office (with prices) or crew (labor wording, no prices). Any other word renders the default and adds a warning to extensions.warnings. */
  readonly inputHtml?: string | null | undefined;
  /** Language: en or es. */
  readonly language?: string | null | undefined;
  /** Paper: letter or a4. */
  readonly paper?: string | null | undefined;
};

/** An address to deliver to; every text has at most 100 characters. */
export type OrderShipToInput = {
  /** City. */
  readonly city?: string | null | undefined;
  /** Country. */
  readonly country?: string | null | undefined;
  /** Street lines, at most 6. */
  readonly lines?: ReadonlyArray<string> | null | undefined;
  /** Name at the address. */
  readonly name?: string | null | undefined;
  /** ZIP or postal code. */
  readonly postalCode?: string | null | undefined;
  /** State or province. */
  readonly region?: string | null | undefined;
};

/** A change of a brand. What is left out stays as it is. All texts are one line; spaces around them are dropped. */
export type OrganizationBrandInput = {
  /** # and six hexadecimal digits; documents darken a color that is too light to read. Null: that of the product. */
  readonly accentColor?: string | null | undefined;
  /** At most 6 lines of at most 100 characters; blank ones are dropped, null removes all. */
  readonly addressLines?: ReadonlyArray<string> | null | undefined;
  /** default, accounting, abc-supply, srs or qxo; null for default. */
  readonly csvPreset?: string | null | undefined;
  /** An email address, at most 254 characters; null removes it. */
  readonly email?: string | null | undefined;
  /** en or es; null for en. */
  readonly language?: string | null | undefined;
  /**
   * Base64 of a PNG or JPEG file of at most 262144 bytes, 4000 pixels a side and 4000000 in all. One that
   * documents could not show is refused. Null removes the logo.
   */
  readonly logo?: string | null | undefined;
  /** 1 to 200 characters. Null is refused. */
  readonly name?: string | null | undefined;
  /** letter or a4; null for letter. */
  readonly paper?: string | null | undefined;
  /** At most 50 characters; null removes it. */
  readonly phone?: string | null | undefined;
  /** Name of a time zone, such as America/Chicago, for the dates of documents; null for UTC. */
  readonly timeZone?: string | null | undefined;
  /** At most 200 characters; null removes it. */
  readonly website?: string | null | undefined;
};

/** An account at a provider as it is to be connected. */
export type ProviderConnectionInput = {
  /** What the provider gave out for the account, at most 4000 ASCII characters. */
  readonly accessToken: string;
  /** Number of the account at the provider, at most 50 characters; some providers take digits only. */
  readonly accountNumber: string;
  /** The branch that is to deliver, at most 50 characters. Left out: whichever the provider chooses. */
  readonly branch?: string | null | undefined;
  /** An identifier of orderProviders. Known values: abc-supply, srs, qxo; others may follow. */
  readonly providerIdentifier: string;
};

/** A template as it is to be. */
export type TemplateInput = {
  /** Whether lines of the same product, unit and color are added before they are rounded up to whole packages. */
  readonly combineSameProducts?: boolean | null | undefined;
  /** 1 to 1000 lines in the order of their items. */
  readonly lines: ReadonlyArray<TemplateLineInput>;
  /** 1 to 200 characters, unique in the organization whatever its capitals. */
  readonly name: string;
  /** Known values: ROOF, SIDING; others are kept as given. At most 200 characters. */
  readonly tradeType: string;
  /**
   * The fraction added for waste where a line has none, 0 to 1 with at most 5 decimals. Null: that of the
   * organization.
   */
  readonly wasteFactor?: number | null | undefined;
};

/** A line of a template: what it becomes is computed from the measurements of a job. */
export type TemplateLineInput = {
  /** The color, at most 100 characters. */
  readonly color?: string | null | undefined;
  /** At most 10, all of which must hold; else the line makes no item. */
  readonly conditions?: ReadonlyArray<MeasureConditionInput> | null | undefined;
  /**
   * Measurement units that one quantity unit covers, above 0, at most 1000000 with at most 5 decimals. Null:
   * what the product's packages say.
   */
  readonly coverage?: number | null | undefined;
  /** The line that this is to be; null for a new one. */
  readonly id?: number | null | undefined;
  /** Group of the item, 1 to 200 characters. */
  readonly listItemGroupName: string;
  /**
   * The fraction added to the cost for the price, 0 to 10 with at most 4 decimals. Left out or null: 0. Without the scope
   * prices:read, a line with an id keeps its own, and another one is FORBIDDEN.
   */
  readonly markup?: number | null | undefined;
  /** What drives the line: the sum of 1 to 10 measures. */
  readonly measure: ReadonlyArray<MeasureTermInput>;
  /**
   * squares (100 square feet) for areas, linear_feet for lengths, null for counts of pieces. All measures of
   * the line must come to it.
   */
  readonly measurementUnits?: string | null | undefined;
  /** Least quantity as soon as the measurement is above 0, 0 to 1000000 with at most 5 decimals. */
  readonly minimumQuantity?: number | null | undefined;
  /** Name of the item, 1 to 200 characters. */
  readonly name: string;
  /** Notes for the crew or the supplier, at most 2000 characters. */
  readonly notes?: string | null | undefined;
  /** A product of the template's organization; null for labor and other lines without one. */
  readonly productId?: number | null | undefined;
  /**
   * Unit of the quantity, such as BUNDLES; BOXES, EACH, TUBES, PIECES, SQUARES, LINEAR_FEET, ROLLS, PALLETS. At most
   * 50 characters, kept in capitals.
   */
  readonly quantityUnits: string;
  /** whole (up to whole packages), step (up to a multiple of roundingStep) or exact (as calculated). */
  readonly rounding?: string | null | undefined;
  /** In quantity units, above 0, at most 1000000 with at most 5 decimals; only with rounding step. */
  readonly roundingStep?: number | null | undefined;
  /** Tax in per cent, 0 to 100 with at most 4 decimals: 7.25 means 7.25 %. */
  readonly taxPercent?: number | null | undefined;
  /** MATERIAL, LABOR or OTHER. */
  readonly type: string;
  /**
   * Cost of one unit before tax, 0 to 1000000 with at most 4 decimals. Left out or null: 0. Without the scope prices:read,
   * a line with an id keeps its own, and another one is FORBIDDEN.
   */
  readonly unitCost?: number | null | undefined;
  /** A vendor of the template's organization. Needs the scope vendors:read. */
  readonly vendorId?: number | null | undefined;
  /** The fraction added for waste, 0 to 1 with at most 5 decimals. Null: that of the template. */
  readonly wasteFactor?: number | null | undefined;
};

/** A vendor as it is to be. All texts are one line; spaces around them are dropped, and a blank one is null. */
export type VendorInput = {
  /** Number of the organization's account at the vendor, printed on orders; at most 50 characters. */
  readonly accountNumber?: string | null | undefined;
  /** The postal address: at most 6 lines of at most 100 characters; blank ones are dropped. */
  readonly addressLines?: ReadonlyArray<string> | null | undefined;
  /** Whom to ask for there, at most 100 characters. */
  readonly contactName?: string | null | undefined;
  /** An email address, at most 254 characters. */
  readonly email?: string | null | undefined;
  /** At most 50 characters. */
  readonly phone?: string | null | undefined;
  /** 1 to 200 characters; it need not be unique. */
  readonly vendorName: string;
};

/** A change of a vendor. What is left out stays as it is. */
export type VendorUpdate = {
  /** Number of the organization's account at the vendor, at most 50 characters; null removes it. */
  readonly accountNumber?: string | null | undefined;
  /** The postal address: at most 6 lines of at most 100 characters; null removes it. */
  readonly addressLines?: ReadonlyArray<string> | null | undefined;
  /** Whom to ask for there, at most 100 characters; null removes it. */
  readonly contactName?: string | null | undefined;
  /** An email address, at most 254 characters; null removes it. */
  readonly email?: string | null | undefined;
  /** At most 50 characters; null removes it. */
  readonly phone?: string | null | undefined;
  /** 1 to 200 characters. Null is refused. */
  readonly vendorName?: string | null | undefined;
};

/** A header that is added to every message of a webhook. */
export type WebhookHeaderInput = {
  /** Such as x-api-key; capital and small letters are the same. */
  readonly name: string;
  /** The value of the header. */
  readonly value: string;
};

export type AttentionDeliveriesQueryVariables = Exact<{
  orgId: number;
  after?: string | null | undefined;
}>;


export type AttentionDeliveriesQuery = { readonly webhookDeliveries: { readonly nodes: ReadonlyArray<(
      { readonly webhookId: number, readonly lastAttempt: { readonly at: string, readonly statusCode: number | null, readonly error: string | null, readonly responseBody: string | null } | null }
      & DeliveryHeadFragment
    )>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type AttentionOrdersQueryVariables = Exact<{
  orgId: number;
  after?: string | null | undefined;
}>;


export type AttentionOrdersQuery = { readonly projectManagementDistributionOrders: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly productionListId: number, readonly state: string, readonly status: string | null, readonly rawStatus: string | null, readonly failure: string | null, readonly createdAt: string, readonly updatedAt: string, readonly cancelRequestedAt: string | null, readonly vendor: { readonly vendorName: string, readonly provider: { readonly identifier: string } | null }, readonly order: { readonly id: string, readonly state: string, readonly purchaseOrderNumber: string | null } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type TemplateHeadFragment = { readonly id: number, readonly orgId: number, readonly version: number, readonly name: string, readonly tradeType: string, readonly wasteFactor: number | null, readonly combineSameProducts: boolean, readonly updatedAt: string, readonly archivedAt: string | null };

export type FullTemplateFragment = (
  { readonly lines: ReadonlyArray<{ readonly id: number, readonly name: string, readonly listItemGroupName: string, readonly type: string, readonly measurementUnits: string | null, readonly coverage: number | null, readonly quantityUnits: string, readonly wasteFactor: number | null, readonly rounding: string, readonly roundingStep: number | null, readonly minimumQuantity: number | null, readonly productId: number | null, readonly color: string | null, readonly notes: string, readonly vendorId: number | null, readonly unitCost: number | null, readonly markup: number | null, readonly taxPercent: number, readonly measure: ReadonlyArray<{ readonly measure: string, readonly width: number | null, readonly times: number | null, readonly pitchAbove: number | null }>, readonly conditions: ReadonlyArray<{ readonly measure: string, readonly above: number, readonly pitchAbove: number | null }>, readonly product: { readonly name: string, readonly displayName: string | null } | null }> }
  & TemplateHeadFragment
);

export type TemplatesQueryVariables = Exact<{
  orgId: number;
  search?: string | null | undefined;
  includeArchived?: boolean | null | undefined;
  after?: string | null | undefined;
}>;


export type TemplatesQuery = { readonly templates: { readonly nodes: ReadonlyArray<TemplateHeadFragment>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type TemplateQueryVariables = Exact<{
  id: number;
}>;


export type TemplateQuery = { readonly template: FullTemplateFragment | null };

export type TemplateTermsQueryVariables = Exact<{
  orgId: number;
}>;


export type TemplateTermsQuery = { readonly measures: ReadonlyArray<{ readonly name: string, readonly dimension: string, readonly units: string | null }>, readonly organizationDefaults: { readonly wasteFactor: number } | null };

export type TemplateCreateMutationVariables = Exact<{
  orgId: number;
  template: TemplateInput;
}>;


export type TemplateCreateMutation = { readonly templateCreate: { readonly template: FullTemplateFragment | null } | null };

export type TemplateUpdateMutationVariables = Exact<{
  id: number;
  template: TemplateInput;
  version?: number | null | undefined;
}>;


export type TemplateUpdateMutation = { readonly templateUpdate: { readonly template: FullTemplateFragment | null } | null };

export type TemplateCopyMutationVariables = Exact<{
  id: number;
  name: string;
}>;


export type TemplateCopyMutation = { readonly templateCopy: { readonly template: { readonly id: number } | null } | null };

export type TemplateArchiveMutationVariables = Exact<{
  id: number;
}>;


export type TemplateArchiveMutation = { readonly templateArchive: { readonly template: { readonly id: number, readonly archivedAt: string | null } | null } | null };

export type TemplateRestoreMutationVariables = Exact<{
  id: number;
}>;


export type TemplateRestoreMutation = { readonly templateRestore: { readonly template: { readonly id: number, readonly archivedAt: string | null } | null } | null };

export type SampleJobsQueryVariables = Exact<{
  orgId: number;
}>;


export type SampleJobsQuery = { readonly jobs: { readonly nodes: ReadonlyArray<{ readonly id: number, readonly name: string | null, readonly measurement: { readonly version: number } | null }> } };

export type SampleResultQueryVariables = Exact<{
  jobId: number;
  templateIds: ReadonlyArray<number> | number;
}>;


export type SampleResultQuery = { readonly projectManagementProductionListPreview: { readonly totalPrice: number, readonly listItems: ReadonlyArray<{ readonly name: string, readonly listItemGroupName: string, readonly measurement: number, readonly measurementUnits: string | null, readonly calculatedQuantity: number, readonly quantity: number, readonly quantityUnits: string, readonly totalPrice: number }> } };

export type VendorFieldsFragment = { readonly id: number, readonly vendorName: string, readonly contactName: string | null, readonly phone: string | null, readonly email: string | null, readonly addressLines: ReadonlyArray<string>, readonly accountNumber: string | null, readonly archivedAt: string | null, readonly provider: { readonly identifier: string, readonly name: string } | null };

export type VendorsQueryVariables = Exact<{
  orgId: number;
  search?: string | null | undefined;
  includeArchived?: boolean | null | undefined;
  withConnections: boolean;
  after?: string | null | undefined;
}>;


export type VendorsQuery = { readonly vendors: { readonly nodes: ReadonlyArray<(
      { readonly connection?: { readonly accountNumber: string, readonly branch: string | null, readonly connectedAt: string, readonly provider: { readonly identifier: string, readonly name: string } } | null }
      & VendorFieldsFragment
    )>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type ProvidersQueryVariables = Exact<{ [key: string]: never; }>;


export type ProvidersQuery = { readonly orderProviders: ReadonlyArray<{ readonly identifier: string, readonly name: string, readonly isConfigured: boolean, readonly limits: { readonly numericAccountNumber: boolean } }> };

export type VendorCreateMutationVariables = Exact<{
  orgId: number;
  vendor: VendorInput;
}>;


export type VendorCreateMutation = { readonly vendorCreate: { readonly vendor: VendorFieldsFragment | null } | null };

export type VendorUpdateMutationVariables = Exact<{
  id: number;
  vendor: VendorUpdate;
}>;


export type VendorUpdateMutation = { readonly vendorUpdate: { readonly vendor: VendorFieldsFragment | null } | null };

export type VendorArchiveMutationVariables = Exact<{
  id: number;
}>;


export type VendorArchiveMutation = { readonly vendorArchive: { readonly vendor: { readonly id: number, readonly archivedAt: string | null } | null } | null };

export type VendorRestoreMutationVariables = Exact<{
  id: number;
}>;


export type VendorRestoreMutation = { readonly vendorRestore: { readonly vendor: { readonly id: number, readonly archivedAt: string | null } | null } | null };

export type VendorConnectMutationVariables = Exact<{
  id: number;
  connection: ProviderConnectionInput;
}>;


export type VendorConnectMutation = { readonly vendorConnect: { readonly vendor: { readonly id: number } | null } | null };

export type VendorDisconnectMutationVariables = Exact<{
  id: number;
}>;


export type VendorDisconnectMutation = { readonly vendorDisconnect: { readonly vendor: { readonly id: number } | null } | null };

export type PriceFieldsFragment = { readonly id: number, readonly sku: string, readonly name: string, readonly unit: string, readonly coverage: number | null, readonly coverageUnit: string | null, readonly colors: ReadonlyArray<string>, readonly unitCost: number | null, readonly taxPercent: number | null, readonly effectiveFrom: string, readonly effectiveTo: string | null };

export type PriceBookQueryVariables = Exact<{
  orgId: number;
  vendorId: number;
  search?: string | null | undefined;
  at?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type PriceBookQuery = { readonly priceBook: { readonly version: number, readonly updatedAt: string, readonly prices: { readonly nodes: ReadonlyArray<PriceFieldsFragment>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

export type PriceHistoryQueryVariables = Exact<{
  orgId: number;
  vendorId: number;
  sku: string;
  at?: string | null | undefined;
}>;


export type PriceHistoryQuery = { readonly priceBook: { readonly prices: { readonly nodes: ReadonlyArray<{ readonly history: ReadonlyArray<(
          { readonly createdAt: string, readonly userId: number }
          & PriceFieldsFragment
        )> }> } } | null };

export type PriceImportPreviewQueryVariables = Exact<{
  orgId: number;
  vendorId: number;
  csv: string;
}>;


export type PriceImportPreviewQuery = { readonly priceBookImportPreview: { readonly digest: string, readonly added: number, readonly changed: number, readonly unchanged: number, readonly refused: number, readonly rows: ReadonlyArray<{ readonly row: number, readonly sku: string, readonly change: string, readonly reasons: ReadonlyArray<string>, readonly before: { readonly unit: string, readonly unitCost: number | null, readonly taxPercent: number | null, readonly effectiveFrom: string } | null, readonly after: { readonly name: string, readonly unit: string, readonly unitCost: number, readonly taxPercent: number | null, readonly effectiveFrom: string } | null }> } };

export type PriceImportMutationVariables = Exact<{
  orgId: number;
  vendorId: number;
  csv: string;
  digest?: string | null | undefined;
}>;


export type PriceImportMutation = { readonly priceBookImport: { readonly bookVersion: number } };

export type BrandFieldsFragment = { readonly orgId: number, readonly name: string, readonly addressLines: ReadonlyArray<string>, readonly phone: string | null, readonly email: string | null, readonly website: string | null, readonly accentColor: string | null, readonly language: string, readonly paper: string, readonly csvPreset: string, readonly timeZone: string | null, readonly updatedAt: string | null, readonly logo: { readonly width: number, readonly height: number, readonly byteSize: number } | null };

export type FullBrandQueryVariables = Exact<{
  orgId: number;
}>;


export type FullBrandQuery = { readonly organizationBrand: BrandFieldsFragment | null };

export type BrandUpdateMutationVariables = Exact<{
  orgId: number;
  brand: OrganizationBrandInput;
}>;


export type BrandUpdateMutation = { readonly organizationBrandUpdate: { readonly organizationBrand: BrandFieldsFragment | null } | null };

export type WebhookFieldsFragment = { readonly id: number, readonly orgId: number, readonly url: string, readonly events: ReadonlyArray<string> | null, readonly description: string | null, readonly createdAt: string, readonly updatedAt: string, readonly verifiedAt: string | null, readonly disabledAt: string | null, readonly lastError: string | null, readonly headerNames: ReadonlyArray<string>, readonly rateLimit: number | null, readonly ordered: boolean, readonly pausedUntil: string | null };

export type DeliveryHeadFragment = { readonly id: string, readonly event: string, readonly state: string, readonly createdAt: string, readonly nextAttemptAt: string | null };

export type WebhooksQueryVariables = Exact<{
  orgId: number;
  after?: string | null | undefined;
}>;


export type WebhooksQuery = { readonly webhooks: { readonly nodes: ReadonlyArray<WebhookFieldsFragment>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type WebhookQueryVariables = Exact<{
  id: number;
}>;


export type WebhookQuery = { readonly webhook: WebhookFieldsFragment | null };

export type WebhookEventsQueryVariables = Exact<{ [key: string]: never; }>;


export type WebhookEventsQuery = { readonly webhookEvents: ReadonlyArray<{ readonly name: string }> };

export type DeliveriesQueryVariables = Exact<{
  id: number;
  state?: string | null | undefined;
  event?: string | null | undefined;
  since?: string | null | undefined;
  until?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type DeliveriesQuery = { readonly webhook: { readonly deliveries: { readonly nodes: ReadonlyArray<DeliveryHeadFragment>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

export type DeliveryQueryVariables = Exact<{
  id: string | number;
}>;


export type DeliveryQuery = { readonly webhookDelivery: (
    { readonly payload: unknown, readonly attempts: ReadonlyArray<{ readonly at: string, readonly statusCode: number | null, readonly durationMs: number, readonly error: string | null, readonly responseBody: string | null }> }
    & DeliveryHeadFragment
  ) | null };

export type WebhookCreateMutationVariables = Exact<{
  orgId: number;
  url: string;
  events?: ReadonlyArray<string> | string | null | undefined;
  description?: string | null | undefined;
  headers?: ReadonlyArray<WebhookHeaderInput> | WebhookHeaderInput | null | undefined;
  rateLimit?: number | null | undefined;
  ordered?: boolean | null | undefined;
}>;


export type WebhookCreateMutation = { readonly webhookCreate: { readonly secret: string, readonly webhook: { readonly id: number } } };

export type WebhookUpdateMutationVariables = Exact<{
  id: number;
  url?: string | null | undefined;
  events?: ReadonlyArray<string> | string | null | undefined;
  description?: string | null | undefined;
  headers?: ReadonlyArray<WebhookHeaderInput> | WebhookHeaderInput | null | undefined;
  rateLimit?: number | null | undefined;
  ordered?: boolean | null | undefined;
}>;


export type WebhookUpdateMutation = { readonly webhookUpdate: WebhookFieldsFragment };

export type WebhookVerifyMutationVariables = Exact<{
  code: string;
}>;


export type WebhookVerifyMutation = { readonly webhookVerify: WebhookFieldsFragment };

export type WebhookResendMutationVariables = Exact<{
  id: number;
}>;


export type WebhookResendMutation = { readonly webhookVerificationResend: WebhookFieldsFragment };

export type WebhookEnableMutationVariables = Exact<{
  id: number;
}>;


export type WebhookEnableMutation = { readonly webhookEnable: (
    { readonly deliveriesMadeDue: number | null }
    & WebhookFieldsFragment
  ) };

export type WebhookDisableMutationVariables = Exact<{
  id: number;
}>;


export type WebhookDisableMutation = { readonly webhookDisable: WebhookFieldsFragment };

export type WebhookDeleteMutationVariables = Exact<{
  id: number;
}>;


export type WebhookDeleteMutation = { readonly webhookDelete: boolean };

export type WebhookRotateMutationVariables = Exact<{
  id: number;
  overlapHours?: number | null | undefined;
}>;


export type WebhookRotateMutation = { readonly webhookSecretRotate: { readonly secret: string, readonly webhook: { readonly id: number } } };

export type WebhookTestMutationVariables = Exact<{
  id: number;
  event: string;
}>;


export type WebhookTestMutation = { readonly webhookTest: DeliveryHeadFragment };

export type DeliveryRetryMutationVariables = Exact<{
  id: string | number;
}>;


export type DeliveryRetryMutation = { readonly webhookDeliveryRetry: DeliveryHeadFragment };

export type WebhookReplayMutationVariables = Exact<{
  id: number;
  since: string;
  until?: string | null | undefined;
  onlyFailed?: boolean | null | undefined;
}>;


export type WebhookReplayMutation = { readonly webhookReplay: number };

export type AuditLogQueryVariables = Exact<{
  orgId: number;
  since?: string | null | undefined;
  target?: AuditTargetInput | null | undefined;
  after?: string | null | undefined;
}>;


export type AuditLogQuery = { readonly auditLog: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly sequence: number, readonly occurredAt: string, readonly operation: string, readonly changes: unknown, readonly requestId: string | null, readonly clientAddress: string | null, readonly actor: { readonly userId: number | null, readonly clientId: string | null }, readonly target: { readonly type: string, readonly id: string } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type JobsQueryVariables = Exact<{
  orgId: number;
  search?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type JobsQuery = { readonly jobs: { readonly nodes: ReadonlyArray<{ readonly id: number, readonly state: string | null, readonly name: string | null, readonly externalIdentifier: string | null, readonly updatedAt: string }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type JobQueryVariables = Exact<{
  id: number;
  orgId: number;
}>;


export type JobQuery = { readonly job: { readonly id: number, readonly orgId: number, readonly name: string | null, readonly externalIdentifier: string | null, readonly createdAt: string, readonly measurement: { readonly version: number, readonly createdAt: string, readonly measurements: unknown } | null } | null, readonly projectManagementProductionLists: { readonly nodes: ReadonlyArray<{ readonly id: number, readonly name: string | null, readonly updatedAt: string, readonly soldAt: string | null, readonly totalPrice: number }>, readonly pageInfo: { readonly hasNextPage: boolean } }, readonly projectManagementOrders: { readonly nodes: ReadonlyArray<OrderHeadFragment>, readonly pageInfo: { readonly hasNextPage: boolean } } };

export type JobSaveMutationVariables = Exact<{
  orgId: number;
  id?: number | null | undefined;
  name?: string | null | undefined;
  externalIdentifier?: string | null | undefined;
}>;


export type JobSaveMutation = { readonly jobUpsert: { readonly job: { readonly id: number } | null } | null };

export type MeasurementsImportMutationVariables = Exact<{
  jobId: number;
  measurements: unknown;
}>;


export type MeasurementsImportMutation = { readonly jobMeasurementsImport: { readonly measurement: { readonly version: number } | null } | null };

export type ListLineFragment = { readonly id: number, readonly name: string, readonly quantity: number, readonly quantityUnits: string, readonly measurement: number, readonly measurementUnits: string | null, readonly listItemGroupName: string, readonly color: string | null, readonly notes: string, readonly pretaxCost: number | null, readonly taxPercent: number, readonly totalCost: number | null, readonly totalPrice: number, readonly markup: number | null, readonly unitCost: number | null, readonly wasteFactor: number, readonly type: string, readonly SKU: string | null, readonly vendor: { readonly id: number } | null };

export type MissingFragment = { readonly kind: string, readonly measured: number, readonly measurementUnits: string | null, readonly code: string, readonly listItemName: string | null, readonly reason: string };

export type FullListFragment = { readonly id: number, readonly version: number, readonly name: string | null, readonly updatedAt: string, readonly measurementVersion: number, readonly soldAt: string | null, readonly totalCost: number | null, readonly totalDiscount: number, readonly totalPrice: number, readonly salesOpportunity: { readonly orgId: number, readonly job: { readonly id: number, readonly name: string | null } }, readonly listItems: ReadonlyArray<ListLineFragment>, readonly missingMaterials: ReadonlyArray<MissingFragment>, readonly priceWarnings: ReadonlyArray<{ readonly listItemId: number, readonly currentUnitCost: number | null, readonly currentTaxPercent: number | null, readonly code: string, readonly reason: string | null }> };

export type ListQueryVariables = Exact<{
  id: number;
}>;


export type ListQuery = { readonly projectManagementProductionListById: FullListFragment | null };

export type ListVersionQueryVariables = Exact<{
  id: number;
}>;


export type ListVersionQuery = { readonly projectManagementProductionListById: { readonly version: number } | null };

export type ListsQueryVariables = Exact<{
  orgId: number;
  search?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type ListsQuery = { readonly projectManagementProductionLists: { readonly nodes: ReadonlyArray<{ readonly id: number, readonly name: string | null, readonly updatedAt: string, readonly soldAt: string | null, readonly totalPrice: number, readonly salesOpportunity: { readonly job: { readonly id: number, readonly name: string | null } } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type ListExplanationsQueryVariables = Exact<{
  id: number;
}>;


export type ListExplanationsQuery = { readonly projectManagementProductionListById: { readonly version: number, readonly listItems: ReadonlyArray<{ readonly id: number, readonly product: { readonly id: number } | null, readonly explanation: { readonly measure: string | null, readonly computedMeasurement: number, readonly measurement: number, readonly measurementUnits: string | null, readonly coverage: number, readonly wasteFactor: number, readonly calculatedQuantity: number, readonly carriedIn: number, readonly minimumQuantity: number | null, readonly rounding: string, readonly roundingStep: number | null, readonly isCombined: boolean, readonly quantity: number, readonly leftover: number, readonly unitCost: number | null, readonly unitCostSource: string, readonly priceEffectiveFrom: string | null, readonly manualFields: ReadonlyArray<string> } | null }> } | null };

export type ListCreateMutationVariables = Exact<{
  jobId: number;
  templateIds: ReadonlyArray<number> | number;
  name?: string | null | undefined;
}>;


export type ListCreateMutation = { readonly projectManagementProductionListCreate: { readonly productionList: { readonly id: number } | null } | null };

export type ListUpdateMutationVariables = Exact<{
  id: number;
  version: number;
  name?: string | null | undefined;
  totalDiscount?: number | null | undefined;
  listItems?: ReadonlyArray<ListItemUpdate> | ListItemUpdate | null | undefined;
  addListItems?: ReadonlyArray<ListItemAdd> | ListItemAdd | null | undefined;
  removeListItemIds?: ReadonlyArray<number> | number | null | undefined;
  listItemOrder?: ReadonlyArray<number> | number | null | undefined;
}>;


export type ListUpdateMutation = { readonly projectManagementProductionListUpdate: { readonly productionList: FullListFragment | null } | null };

export type ListMarkSoldMutationVariables = Exact<{
  id: number;
  sold: boolean;
  version: number;
}>;


export type ListMarkSoldMutation = { readonly projectManagementProductionListMarkSold: { readonly productionList: FullListFragment | null } | null };

export type ListRepriceMutationVariables = Exact<{
  id: number;
  listItemIds?: ReadonlyArray<number> | number | null | undefined;
  version: number;
}>;


export type ListRepriceMutation = { readonly projectManagementProductionListReprice: { readonly productionList: FullListFragment | null } | null };

export type DiffFieldsFragment = { readonly isEmpty: boolean, readonly itemCount: number, readonly fields: ReadonlyArray<{ readonly field: string, readonly from: unknown, readonly to: unknown }>, readonly items: ReadonlyArray<{ readonly kind: string, readonly changeId: number, readonly name: string, readonly changes: ReadonlyArray<{ readonly field: string, readonly from: unknown, readonly to: unknown }> }> };

export type ListRecomputationQueryVariables = Exact<{
  id: number;
}>;


export type ListRecomputationQuery = { readonly projectManagementProductionListRecomputation: { readonly digest: string, readonly diff: DiffFieldsFragment } | null };

export type ListRecomputeMutationVariables = Exact<{
  id: number;
  digest: string;
  changeIds?: ReadonlyArray<number> | number | null | undefined;
}>;


export type ListRecomputeMutation = { readonly projectManagementProductionListRecompute: { readonly productionList: FullListFragment | null } | null };

export type ListHistoryQueryVariables = Exact<{
  id: number;
  after?: string | null | undefined;
}>;


export type ListHistoryQuery = { readonly projectManagementProductionListRevisions: { readonly nodes: ReadonlyArray<{ readonly version: number, readonly createdAt: string, readonly userId: number, readonly action: string, readonly diff: DiffFieldsFragment }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type ListDiffQueryVariables = Exact<{
  id: number;
  fromVersion: number;
  toVersion: number;
}>;


export type ListDiffQuery = { readonly projectManagementProductionListDiff: (
    { readonly itemOrder: { readonly from: ReadonlyArray<number> } | null }
    & DiffFieldsFragment
  ) | null };

export type ListPreviewQueryVariables = Exact<{
  jobId: number;
  templateIds: ReadonlyArray<number> | number;
}>;


export type ListPreviewQuery = { readonly projectManagementProductionListPreview: { readonly totalCost: number | null, readonly totalPrice: number, readonly profitMargin: number | null, readonly missingMaterials: ReadonlyArray<MissingFragment>, readonly listItems: ReadonlyArray<{ readonly name: string, readonly quantity: number, readonly quantityUnits: string, readonly listItemGroupName: string, readonly color: string | null, readonly totalPrice: number, readonly sortOrder: number }> } };

export type MeasurementFilePreviewQueryVariables = Exact<{
  id: string | number;
  jobId?: number | null | undefined;
}>;


export type MeasurementFilePreviewQuery = { readonly measurementFilePreview: { readonly warnings: ReadonlyArray<string>, readonly file: { readonly id: string }, readonly source: { readonly vendor: string, readonly format: string, readonly version: string | null, readonly reportId: string | null }, readonly figures: ReadonlyArray<{ readonly name: string, readonly value: unknown, readonly unit: string, readonly provenance: string, readonly currentValue: unknown }>, readonly unreadable: { readonly code: string, readonly message: string } | null } | null };

export type MeasurementFileImportMutationVariables = Exact<{
  jobId: number;
  fileId: string | number;
}>;


export type MeasurementFileImportMutation = { readonly jobMeasurementFileImport: { readonly measurement: { readonly version: number } | null } | null };

export type OrderHeadFragment = { readonly id: string, readonly kind: string, readonly state: string, readonly purchaseOrderNumber: string | null, readonly externalIdentifier: string | null, readonly productionListId: number, readonly jobId: number, readonly createdAt: string, readonly vendor: { readonly id: number, readonly vendorName: string }, readonly distributionOrder: { readonly id: string, readonly state: string } | null, readonly changes: { readonly id: string } | null };

export type StoredFileFragment = { readonly filename: string, readonly redirectUrl: string };

export type DocumentFieldsFragment = { readonly id: string, readonly state: string, readonly createdAt: string, readonly mode: string, readonly language: string, readonly paper: string, readonly csvPreset: string, readonly failure: string | null, readonly pdf: StoredFileFragment | null, readonly csv: StoredFileFragment | null };

export type OrderLineFragment = { readonly id: string, readonly name: string, readonly quantity: number, readonly quantityUnits: string, readonly sku: string | null, readonly color: string | null, readonly listItemGroupName: string, readonly unitCost: number | null, readonly pretaxCost: number | null, readonly totalCost: number | null, readonly rejectedReason: string | null, readonly listItem: { readonly id: number } | null };

export type DeliveryFieldsFragment = { readonly date: string | null, readonly window: string | null, readonly method: string | null, readonly placementNotes: string | null, readonly accessNotes: string | null, readonly shipTo: { readonly name: string | null, readonly lines: ReadonlyArray<string>, readonly city: string | null, readonly region: string | null, readonly postalCode: string | null, readonly country: string | null } | null, readonly contact: { readonly name: string | null, readonly phone: string | null, readonly email: string | null } | null };

export type OrdersQueryVariables = Exact<{
  orgId: number;
  state?: string | null | undefined;
  vendorId?: number | null | undefined;
  after?: string | null | undefined;
  withLists: boolean;
}>;


export type OrdersQuery = { readonly projectManagementOrders: { readonly nodes: ReadonlyArray<(
      { readonly productionList?: { readonly salesOpportunity: { readonly job: { readonly id: number, readonly name: string | null } } } | null }
      & OrderHeadFragment
    )>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type OrderQueryVariables = Exact<{
  id: string | number;
  withList: boolean;
}>;


export type OrderQuery = { readonly projectManagementOrder: (
    { readonly orgId: number, readonly cancelledAt: string | null, readonly cancelReason: string | null, readonly vendor: { readonly contactName: string | null, readonly phone: string | null, readonly email: string | null, readonly addressLines: ReadonlyArray<string>, readonly accountNumber: string | null, readonly provider: { readonly identifier: string } | null }, readonly delivery: DeliveryFieldsFragment | null, readonly replaces: { readonly id: string } | null, readonly replacedBy: { readonly id: string } | null, readonly changes: { readonly id: string } | null, readonly changeOrders: ReadonlyArray<(
      { readonly orderListItems: ReadonlyArray<(
        { readonly credits: { readonly id: string } | null }
        & OrderLineFragment
      )> }
      & OrderHeadFragment
    )>, readonly orderDocuments: ReadonlyArray<DocumentFieldsFragment>, readonly orderListItems: ReadonlyArray<OrderLineFragment>, readonly distributionOrder: { readonly id: string, readonly state: string, readonly status: string | null, readonly rawStatus: string | null, readonly confirmationNumber: string | null, readonly failure: string | null, readonly submittedAt: string | null, readonly cancelRequestedAt: string | null, readonly updatedAt: string } | null, readonly productionList?: { readonly id: number, readonly name: string | null, readonly salesOpportunity: { readonly job: { readonly id: number, readonly name: string | null } } } | null }
    & OrderHeadFragment
  ) | null };

export type OrderProvidersQueryVariables = Exact<{ [key: string]: never; }>;


export type OrderProvidersQuery = { readonly orderProviders: ReadonlyArray<{ readonly identifier: string, readonly name: string, readonly canCancel: boolean, readonly limits: { readonly purchaseOrderNumberLength: number | null, readonly purchaseOrderNumberRequired: boolean, readonly deliveryInstructionsLength: number | null } }> };

export type OrderableListFragment = { readonly id: number, readonly name: string | null, readonly version: number, readonly salesOpportunity: { readonly orgId: number, readonly job: { readonly id: number, readonly name: string | null } }, readonly listItems: ReadonlyArray<{ readonly id: number, readonly name: string, readonly quantity: number, readonly quantityUnits: string, readonly type: string, readonly color: string | null, readonly SKU: string | null, readonly unitCost: number | null, readonly taxPercent: number, readonly totalCost: number | null, readonly vendor: { readonly id: number } | null }>, readonly orderCoverage: ReadonlyArray<{ readonly listItemId: number, readonly quantityUnits: string | null, readonly ordered: number, readonly left: number }> | null };

export type OrderPreparationQueryVariables = Exact<{
  listId: number;
}>;


export type OrderPreparationQuery = { readonly projectManagementProductionListById: OrderableListFragment | null };

export type OrdersPlaceMutationVariables = Exact<{
  productionListId: string | number;
  listItemIds?: ReadonlyArray<string | number> | string | number | null | undefined;
  vendorId?: number | null | undefined;
  purchaseOrderNumber?: string | null | undefined;
  externalIdentifier?: string | null | undefined;
  delivery?: OrderDeliveryInput | null | undefined;
  document?: OrderDocumentOptions | null | undefined;
}>;


export type OrdersPlaceMutation = { readonly projectManagementOrderDocumentsCreateByVendor: { readonly orderDocuments: ReadonlyArray<(
      { readonly order: OrderHeadFragment | null }
      & DocumentFieldsFragment
    )> } | null };

export type OrderSubmitMutationVariables = Exact<{
  productionListId: string | number;
  vendorId: number;
  listItemIds?: ReadonlyArray<string | number> | string | number | null | undefined;
  purchaseOrderNumber?: string | null | undefined;
  externalIdentifier?: string | null | undefined;
  jobName?: string | null | undefined;
  delivery?: OrderDeliveryInput | null | undefined;
}>;


export type OrderSubmitMutation = { readonly projectManagementDistributionOrderCreate: { readonly distributionOrder: { readonly order: OrderHeadFragment } | null } | null };

export type DocumentRenderMutationVariables = Exact<{
  orderId: string | number;
  document?: OrderDocumentOptions | null | undefined;
}>;


export type DocumentRenderMutation = { readonly projectManagementOrderDocumentRender: { readonly orderDocument: DocumentFieldsFragment | null } | null };

export type OrderCancelMutationVariables = Exact<{
  id: string | number;
  reason?: string | null | undefined;
}>;


export type OrderCancelMutation = { readonly projectManagementOrderCancel: { readonly order: { readonly id: string, readonly state: string } | null } | null };

export type OrderReorderMutationVariables = Exact<{
  id: string | number;
}>;


export type OrderReorderMutation = { readonly projectManagementOrderReorder: { readonly orderDocument: { readonly id: string, readonly order: { readonly id: string } | null } | null } | null };

export type OrderChangeMutationVariables = Exact<{
  id: string | number;
  additions?: ReadonlyArray<OrderAddition> | OrderAddition | null | undefined;
  credits?: ReadonlyArray<OrderCredit> | OrderCredit | null | undefined;
}>;


export type OrderChangeMutation = { readonly projectManagementOrderChange: { readonly orderDocument: { readonly id: string, readonly order: { readonly id: string } | null } | null } | null };

export type DistributionOrderCancelMutationVariables = Exact<{
  id: string | number;
}>;


export type DistributionOrderCancelMutation = { readonly projectManagementDistributionOrderCancel: { readonly distributionOrder: { readonly id: string, readonly state: string, readonly cancelRequestedAt: string | null } | null } | null };

export type BrandQueryVariables = Exact<{
  orgId: number;
}>;


export type BrandQuery = { readonly organizationBrand: { readonly name: string } | null };

export type TemplateChoicesQueryVariables = Exact<{
  orgId: number;
  after?: string | null | undefined;
}>;


export type TemplateChoicesQuery = { readonly templates: { readonly nodes: ReadonlyArray<{ readonly id: number, readonly name: string, readonly tradeType: string }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type ProductsQueryVariables = Exact<{
  orgId: number;
  search?: string | null | undefined;
}>;


export type ProductsQuery = { readonly products: { readonly nodes: ReadonlyArray<{ readonly id: number, readonly name: string, readonly displayName: string | null, readonly sku: string | null, readonly packages: ReadonlyArray<{ readonly unit: string }> }> } };

export type VendorChoicesQueryVariables = Exact<{
  orgId: number;
  after?: string | null | undefined;
}>;


export type VendorChoicesQuery = { readonly vendors: { readonly nodes: ReadonlyArray<{ readonly id: number, readonly vendorName: string, readonly archivedAt: string | null, readonly provider: { readonly identifier: string, readonly name: string } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

const TemplateHeadText = 'fragment TemplateHead on Template{id orgId version name tradeType wasteFactor combineSameProducts updatedAt archivedAt}'

const FullTemplateText = 'fragment FullTemplate on Template{...TemplateHead lines{id name listItemGroupName type measure{measure width times pitchAbove}measurementUnits coverage quantityUnits wasteFactor rounding roundingStep minimumQuantity conditions{measure above pitchAbove}productId product{name displayName}color notes vendorId unitCost markup taxPercent}}'

const VendorFieldsText = 'fragment VendorFields on Vendor{id vendorName contactName phone email addressLines accountNumber archivedAt provider{identifier name}}'

const PriceFieldsText = 'fragment PriceFields on Price{id sku name unit coverage coverageUnit colors unitCost taxPercent effectiveFrom effectiveTo}'

const BrandFieldsText = 'fragment BrandFields on OrganizationBrand{orgId name addressLines phone email website accentColor logo{width height byteSize}language paper csvPreset timeZone updatedAt}'

const WebhookFieldsText = 'fragment WebhookFields on Webhook{id orgId url events description createdAt updatedAt verifiedAt disabledAt lastError headerNames rateLimit ordered pausedUntil}'

const DeliveryHeadText = 'fragment DeliveryHead on WebhookDelivery{id event state createdAt nextAttemptAt}'

const ListLineText = 'fragment ListLine on ListItem{id name quantity quantityUnits measurement measurementUnits listItemGroupName color notes pretaxCost taxPercent totalCost totalPrice markup unitCost wasteFactor type SKU vendor{id}}'

const MissingText = 'fragment Missing on MissingMaterial{kind measured measurementUnits code listItemName reason}'

const FullListText = 'fragment FullList on ProductionList{id version name updatedAt measurementVersion soldAt totalCost totalDiscount totalPrice salesOpportunity{orgId job{id name}}listItems{...ListLine}missingMaterials{...Missing}priceWarnings{listItemId currentUnitCost currentTaxPercent code reason}}'

const DiffFieldsText = 'fragment DiffFields on ProductionListDiff{isEmpty itemCount fields{field from to}items{kind changeId name changes{field from to}}}'

const OrderHeadText = 'fragment OrderHead on Order{id kind state purchaseOrderNumber externalIdentifier productionListId jobId createdAt vendor{id vendorName}distributionOrder{id state}changes{id}}'

const StoredFileText = 'fragment StoredFile on File{filename redirectUrl}'

const DocumentFieldsText = 'fragment DocumentFields on OrderDocument{id state createdAt mode language paper csvPreset failure pdf{...StoredFile}csv{...StoredFile}}'

const OrderLineText = 'fragment OrderLine on OrderListItem{id name quantity quantityUnits sku color listItemGroupName unitCost pretaxCost totalCost rejectedReason listItem{id}}'

const DeliveryFieldsText = 'fragment DeliveryFields on OrderDelivery{date window method shipTo{name lines city region postalCode country}placementNotes accessNotes contact{name phone email}}'

const OrderableListText = 'fragment OrderableList on ProductionList{id name version salesOpportunity{orgId job{id name}}listItems{id name quantity quantityUnits type color SKU unitCost taxPercent totalCost vendor{id}}orderCoverage{listItemId quantityUnits ordered left}}'

/** The query `webhookDeliveries`. */
export const AttentionDeliveriesDocument = ('query AttentionDeliveries($orgId:Int!$after:String){webhookDeliveries(orgId:$orgId needsAttention:true first:25 after:$after){nodes{...DeliveryHead webhookId lastAttempt{at statusCode error responseBody}}pageInfo{hasNextPage endCursor}}}' + DeliveryHeadText) as TypedDocumentString<AttentionDeliveriesQuery, AttentionDeliveriesQueryVariables>

/** The query `projectManagementDistributionOrders`. */
export const AttentionOrdersDocument = ('query AttentionOrders($orgId:Int!$after:String){projectManagementDistributionOrders(orgId:$orgId needsAttention:true first:25 after:$after){nodes{id productionListId state status rawStatus failure createdAt updatedAt cancelRequestedAt vendor{vendorName provider{identifier}}order{id state purchaseOrderNumber}}pageInfo{hasNextPage endCursor}}}') as TypedDocumentString<AttentionOrdersQuery, AttentionOrdersQueryVariables>

/** The query `templates`. */
export const TemplatesDocument = ('query Templates($orgId:Int!$search:String$includeArchived:Boolean$after:String){templates(orgId:$orgId search:$search includeArchived:$includeArchived first:200 after:$after){nodes{...TemplateHead}pageInfo{hasNextPage endCursor}}}' + TemplateHeadText) as TypedDocumentString<TemplatesQuery, TemplatesQueryVariables>

/** The query `template`. */
export const TemplateDocument = ('query Template($id:Int!){template(id:$id){...FullTemplate}}' + FullTemplateText + TemplateHeadText) as TypedDocumentString<TemplateQuery, TemplateQueryVariables>

/** The query `measures`. */
export const TemplateTermsDocument = ('query TemplateTerms($orgId:Int!){measures{name dimension units}organizationDefaults(orgId:$orgId){wasteFactor}}') as TypedDocumentString<TemplateTermsQuery, TemplateTermsQueryVariables>

/** The mutation `templateCreate`. */
export const TemplateCreateDocument = ('mutation TemplateCreate($orgId:Int!$template:TemplateInput!){templateCreate(orgId:$orgId template:$template){template{...FullTemplate}}}' + FullTemplateText + TemplateHeadText) as TypedDocumentString<TemplateCreateMutation, TemplateCreateMutationVariables>

/** The mutation `templateUpdate`. */
export const TemplateUpdateDocument = ('mutation TemplateUpdate($id:Int!$template:TemplateInput!$version:Int){templateUpdate(id:$id template:$template version:$version){template{...FullTemplate}}}' + FullTemplateText + TemplateHeadText) as TypedDocumentString<TemplateUpdateMutation, TemplateUpdateMutationVariables>

/** The mutation `templateCopy`. */
export const TemplateCopyDocument = ('mutation TemplateCopy($id:Int!$name:String!){templateCopy(id:$id name:$name){template{id}}}') as TypedDocumentString<TemplateCopyMutation, TemplateCopyMutationVariables>

/** The mutation `templateArchive`. */
export const TemplateArchiveDocument = ('mutation TemplateArchive($id:Int!){templateArchive(id:$id){template{id archivedAt}}}') as TypedDocumentString<TemplateArchiveMutation, TemplateArchiveMutationVariables>

/** The mutation `templateRestore`. */
export const TemplateRestoreDocument = ('mutation TemplateRestore($id:Int!){templateRestore(id:$id){template{id archivedAt}}}') as TypedDocumentString<TemplateRestoreMutation, TemplateRestoreMutationVariables>

/** The query `jobs`. */
export const SampleJobsDocument = ('query SampleJobs($orgId:Int!){jobs(orgId:$orgId newestFirst:true first:200){nodes{id name measurement{version}}}}') as TypedDocumentString<SampleJobsQuery, SampleJobsQueryVariables>

/** The query `projectManagementProductionListPreview`. */
export const SampleResultDocument = ('query SampleResult($jobId:Int!$templateIds:[Int!]!){projectManagementProductionListPreview(jobId:$jobId templateIds:$templateIds){totalPrice listItems{name listItemGroupName measurement measurementUnits calculatedQuantity quantity quantityUnits totalPrice}}}') as TypedDocumentString<SampleResultQuery, SampleResultQueryVariables>

/** The query `vendors`. */
export const VendorsDocument = ('query Vendors($orgId:Int!$search:String$includeArchived:Boolean$withConnections:Boolean!$after:String){vendors(orgId:$orgId search:$search includeArchived:$includeArchived first:50 after:$after){nodes{...VendorFields connection@include(if:$withConnections){provider{identifier name}accountNumber branch connectedAt}}pageInfo{hasNextPage endCursor}}}' + VendorFieldsText) as TypedDocumentString<VendorsQuery, VendorsQueryVariables>

/** The query `orderProviders`. */
export const ProvidersDocument = ('query Providers{orderProviders{identifier name isConfigured limits{numericAccountNumber}}}') as TypedDocumentString<ProvidersQuery, ProvidersQueryVariables>

/** The mutation `vendorCreate`. */
export const VendorCreateDocument = ('mutation VendorCreate($orgId:Int!$vendor:VendorInput!){vendorCreate(orgId:$orgId vendor:$vendor){vendor{...VendorFields}}}' + VendorFieldsText) as TypedDocumentString<VendorCreateMutation, VendorCreateMutationVariables>

/** The mutation `vendorUpdate`. */
export const VendorUpdateDocument = ('mutation VendorUpdate($id:Int!$vendor:VendorUpdate!){vendorUpdate(id:$id vendor:$vendor){vendor{...VendorFields}}}' + VendorFieldsText) as TypedDocumentString<VendorUpdateMutation, VendorUpdateMutationVariables>

/** The mutation `vendorArchive`. */
export const VendorArchiveDocument = ('mutation VendorArchive($id:Int!){vendorArchive(id:$id){vendor{id archivedAt}}}') as TypedDocumentString<VendorArchiveMutation, VendorArchiveMutationVariables>

/** The mutation `vendorRestore`. */
export const VendorRestoreDocument = ('mutation VendorRestore($id:Int!){vendorRestore(id:$id){vendor{id archivedAt}}}') as TypedDocumentString<VendorRestoreMutation, VendorRestoreMutationVariables>

/** The mutation `vendorConnect`. */
export const VendorConnectDocument = ('mutation VendorConnect($id:Int!$connection:ProviderConnectionInput!){vendorConnect(id:$id connection:$connection){vendor{id}}}') as TypedDocumentString<VendorConnectMutation, VendorConnectMutationVariables>

/** The mutation `vendorDisconnect`. */
export const VendorDisconnectDocument = ('mutation VendorDisconnect($id:Int!){vendorDisconnect(id:$id){vendor{id}}}') as TypedDocumentString<VendorDisconnectMutation, VendorDisconnectMutationVariables>

/** The query `priceBook`. */
export const PriceBookDocument = ('query PriceBook($orgId:Int!$vendorId:Int!$search:String$at:DateTime$after:String){priceBook(orgId:$orgId vendorId:$vendorId){version updatedAt prices(search:$search at:$at first:100 after:$after){nodes{...PriceFields}pageInfo{hasNextPage endCursor}}}}' + PriceFieldsText) as TypedDocumentString<PriceBookQuery, PriceBookQueryVariables>

/** The query `priceBook`. */
export const PriceHistoryDocument = ('query PriceHistory($orgId:Int!$vendorId:Int!$sku:String!$at:DateTime){priceBook(orgId:$orgId vendorId:$vendorId){prices(sku:$sku at:$at first:1){nodes{history{...PriceFields createdAt userId}}}}}' + PriceFieldsText) as TypedDocumentString<PriceHistoryQuery, PriceHistoryQueryVariables>

/** The query `priceBookImportPreview`. */
export const PriceImportPreviewDocument = ('query PriceImportPreview($orgId:Int!$vendorId:Int!$csv:String!){priceBookImportPreview(orgId:$orgId vendorId:$vendorId csv:$csv){digest added changed unchanged refused rows{row sku change reasons before{unit unitCost taxPercent effectiveFrom}after{name unit unitCost taxPercent effectiveFrom}}}}') as TypedDocumentString<PriceImportPreviewQuery, PriceImportPreviewQueryVariables>

/** The mutation `priceBookImport`. */
export const PriceImportDocument = ('mutation PriceImport($orgId:Int!$vendorId:Int!$csv:String!$digest:String){priceBookImport(orgId:$orgId vendorId:$vendorId csv:$csv digest:$digest){bookVersion}}') as TypedDocumentString<PriceImportMutation, PriceImportMutationVariables>

/** The query `organizationBrand`. */
export const FullBrandDocument = ('query FullBrand($orgId:Int!){organizationBrand(orgId:$orgId){...BrandFields}}' + BrandFieldsText) as TypedDocumentString<FullBrandQuery, FullBrandQueryVariables>

/** The mutation `organizationBrandUpdate`. */
export const BrandUpdateDocument = ('mutation BrandUpdate($orgId:Int!$brand:OrganizationBrandInput!){organizationBrandUpdate(orgId:$orgId brand:$brand){organizationBrand{...BrandFields}}}' + BrandFieldsText) as TypedDocumentString<BrandUpdateMutation, BrandUpdateMutationVariables>

/** The query `webhooks`. */
export const WebhooksDocument = ('query Webhooks($orgId:Int!$after:String){webhooks(orgId:$orgId first:50 after:$after){nodes{...WebhookFields}pageInfo{hasNextPage endCursor}}}' + WebhookFieldsText) as TypedDocumentString<WebhooksQuery, WebhooksQueryVariables>

/** The query `webhook`. */
export const WebhookDocument = ('query Webhook($id:Int!){webhook(id:$id){...WebhookFields}}' + WebhookFieldsText) as TypedDocumentString<WebhookQuery, WebhookQueryVariables>

/** The query `webhookEvents`. */
export const WebhookEventsDocument = ('query WebhookEvents{webhookEvents{name}}') as TypedDocumentString<WebhookEventsQuery, WebhookEventsQueryVariables>

/** The query `webhook`. */
export const DeliveriesDocument = ('query Deliveries($id:Int!$state:String$event:String$since:DateTime$until:DateTime$after:String){webhook(id:$id){deliveries(state:$state event:$event since:$since until:$until first:25 after:$after){nodes{...DeliveryHead}pageInfo{hasNextPage endCursor}}}}' + DeliveryHeadText) as TypedDocumentString<DeliveriesQuery, DeliveriesQueryVariables>

/** The query `webhookDelivery`. */
export const DeliveryDocument = ('query Delivery($id:ID!){webhookDelivery(id:$id){...DeliveryHead payload attempts{at statusCode durationMs error responseBody}}}' + DeliveryHeadText) as TypedDocumentString<DeliveryQuery, DeliveryQueryVariables>

/** The mutation `webhookCreate`. */
export const WebhookCreateDocument = ('mutation WebhookCreate($orgId:Int!$url:String!$events:[String!]$description:String$headers:[WebhookHeaderInput!]$rateLimit:Int$ordered:Boolean){webhookCreate(orgId:$orgId url:$url events:$events description:$description headers:$headers rateLimit:$rateLimit ordered:$ordered){secret webhook{id}}}') as TypedDocumentString<WebhookCreateMutation, WebhookCreateMutationVariables>

/** The mutation `webhookUpdate`. */
export const WebhookUpdateDocument = ('mutation WebhookUpdate($id:Int!$url:String$events:[String!]$description:String$headers:[WebhookHeaderInput!]$rateLimit:Int$ordered:Boolean){webhookUpdate(id:$id url:$url events:$events description:$description headers:$headers rateLimit:$rateLimit ordered:$ordered){...WebhookFields}}' + WebhookFieldsText) as TypedDocumentString<WebhookUpdateMutation, WebhookUpdateMutationVariables>

/** The mutation `webhookVerify`. */
export const WebhookVerifyDocument = ('mutation WebhookVerify($code:String!){webhookVerify(code:$code){...WebhookFields}}' + WebhookFieldsText) as TypedDocumentString<WebhookVerifyMutation, WebhookVerifyMutationVariables>

/** The mutation `webhookVerificationResend`. */
export const WebhookResendDocument = ('mutation WebhookResend($id:Int!){webhookVerificationResend(id:$id){...WebhookFields}}' + WebhookFieldsText) as TypedDocumentString<WebhookResendMutation, WebhookResendMutationVariables>

/** The mutation `webhookEnable`. */
export const WebhookEnableDocument = ('mutation WebhookEnable($id:Int!){webhookEnable(id:$id){...WebhookFields deliveriesMadeDue}}' + WebhookFieldsText) as TypedDocumentString<WebhookEnableMutation, WebhookEnableMutationVariables>

/** The mutation `webhookDisable`. */
export const WebhookDisableDocument = ('mutation WebhookDisable($id:Int!){webhookDisable(id:$id){...WebhookFields}}' + WebhookFieldsText) as TypedDocumentString<WebhookDisableMutation, WebhookDisableMutationVariables>

/** The mutation `webhookDelete`. */
export const WebhookDeleteDocument = ('mutation WebhookDelete($id:Int!){webhookDelete(id:$id)}') as TypedDocumentString<WebhookDeleteMutation, WebhookDeleteMutationVariables>

/** The mutation `webhookSecretRotate`. */
export const WebhookRotateDocument = ('mutation WebhookRotate($id:Int!$overlapHours:Int){webhookSecretRotate(id:$id overlapHours:$overlapHours){secret webhook{id}}}') as TypedDocumentString<WebhookRotateMutation, WebhookRotateMutationVariables>

/** The mutation `webhookTest`. */
export const WebhookTestDocument = ('mutation WebhookTest($id:Int!$event:String!){webhookTest(id:$id event:$event){...DeliveryHead}}' + DeliveryHeadText) as TypedDocumentString<WebhookTestMutation, WebhookTestMutationVariables>

/** The mutation `webhookDeliveryRetry`. */
export const DeliveryRetryDocument = ('mutation DeliveryRetry($id:ID!){webhookDeliveryRetry(id:$id){...DeliveryHead}}' + DeliveryHeadText) as TypedDocumentString<DeliveryRetryMutation, DeliveryRetryMutationVariables>

/** The mutation `webhookReplay`. */
export const WebhookReplayDocument = ('mutation WebhookReplay($id:Int!$since:DateTime!$until:DateTime$onlyFailed:Boolean){webhookReplay(id:$id since:$since until:$until onlyFailed:$onlyFailed)}') as TypedDocumentString<WebhookReplayMutation, WebhookReplayMutationVariables>

/** The query `auditLog`. */
export const AuditLogDocument = ('query AuditLog($orgId:Int!$since:DateTime$target:AuditTargetInput$after:String){auditLog(orgId:$orgId since:$since target:$target first:50 after:$after){nodes{id sequence occurredAt actor{userId clientId}operation target{type id}changes requestId clientAddress}pageInfo{hasNextPage endCursor}}}') as TypedDocumentString<AuditLogQuery, AuditLogQueryVariables>

/** The query `jobs`. */
export const JobsDocument = ('query Jobs($orgId:Int!$search:String$after:String){jobs(orgId:$orgId search:$search newestFirst:true first:50 after:$after){nodes{id state name externalIdentifier updatedAt}pageInfo{hasNextPage endCursor}}}') as TypedDocumentString<JobsQuery, JobsQueryVariables>

/** The query `job`. */
export const JobDocument = ('query Job($id:Int!$orgId:Int!){job(id:$id){id orgId name externalIdentifier createdAt measurement{version createdAt measurements}}projectManagementProductionLists(orgId:$orgId jobId:$id first:200){nodes{id name updatedAt soldAt totalPrice}pageInfo{hasNextPage}}projectManagementOrders(orgId:$orgId jobId:$id first:200){nodes{...OrderHead}pageInfo{hasNextPage}}}' + OrderHeadText) as TypedDocumentString<JobQuery, JobQueryVariables>

/** The mutation `jobUpsert`. */
export const JobSaveDocument = ('mutation JobSave($orgId:Int!$id:Int$name:String$externalIdentifier:String){jobUpsert(orgId:$orgId id:$id name:$name externalIdentifier:$externalIdentifier){job{id}}}') as TypedDocumentString<JobSaveMutation, JobSaveMutationVariables>

/** The mutation `jobMeasurementsImport`. */
export const MeasurementsImportDocument = ('mutation MeasurementsImport($jobId:Int!$measurements:JSON!){jobMeasurementsImport(jobId:$jobId measurements:$measurements){measurement{version}}}') as TypedDocumentString<MeasurementsImportMutation, MeasurementsImportMutationVariables>

/** The query `projectManagementProductionListById`. */
export const ListDocument = ('query List($id:Int!){projectManagementProductionListById(id:$id){...FullList}}' + FullListText + ListLineText + MissingText) as TypedDocumentString<ListQuery, ListQueryVariables>

/** The query `projectManagementProductionListById`. */
export const ListVersionDocument = ('query ListVersion($id:Int!){projectManagementProductionListById(id:$id){version}}') as TypedDocumentString<ListVersionQuery, ListVersionQueryVariables>

/** The query `projectManagementProductionLists`. */
export const ListsDocument = ('query Lists($orgId:Int!$search:String$after:String){projectManagementProductionLists(orgId:$orgId search:$search first:50 after:$after){nodes{id name updatedAt soldAt totalPrice salesOpportunity{job{id name}}}pageInfo{hasNextPage endCursor}}}') as TypedDocumentString<ListsQuery, ListsQueryVariables>

/** The query `projectManagementProductionListById`. */
export const ListExplanationsDocument = ('query ListExplanations($id:Int!){projectManagementProductionListById(id:$id){version listItems{id product{id}explanation{measure computedMeasurement measurement measurementUnits coverage wasteFactor calculatedQuantity carriedIn minimumQuantity rounding roundingStep isCombined quantity leftover unitCost unitCostSource priceEffectiveFrom manualFields}}}}') as TypedDocumentString<ListExplanationsQuery, ListExplanationsQueryVariables>

/** The mutation `projectManagementProductionListCreate`. */
export const ListCreateDocument = ('mutation ListCreate($jobId:Int!$templateIds:[Int!]!$name:String){projectManagementProductionListCreate(jobId:$jobId templateIds:$templateIds name:$name){productionList{id}}}') as TypedDocumentString<ListCreateMutation, ListCreateMutationVariables>

/** The mutation `projectManagementProductionListUpdate`. */
export const ListUpdateDocument = ('mutation ListUpdate($id:Int!$version:Int!$name:String$totalDiscount:Float$listItems:[ListItemUpdate!]$addListItems:[ListItemAdd!]$removeListItemIds:[Int!]$listItemOrder:[Int!]){projectManagementProductionListUpdate(id:$id version:$version name:$name totalDiscount:$totalDiscount listItems:$listItems addListItems:$addListItems removeListItemIds:$removeListItemIds listItemOrder:$listItemOrder){productionList{...FullList}}}' + FullListText + ListLineText + MissingText) as TypedDocumentString<ListUpdateMutation, ListUpdateMutationVariables>

/** The mutation `projectManagementProductionListMarkSold`. */
export const ListMarkSoldDocument = ('mutation ListMarkSold($id:Int!$sold:Boolean!$version:Int!){projectManagementProductionListMarkSold(id:$id sold:$sold version:$version){productionList{...FullList}}}' + FullListText + ListLineText + MissingText) as TypedDocumentString<ListMarkSoldMutation, ListMarkSoldMutationVariables>

/** The mutation `projectManagementProductionListReprice`. */
export const ListRepriceDocument = ('mutation ListReprice($id:Int!$listItemIds:[Int!]$version:Int!){projectManagementProductionListReprice(id:$id listItemIds:$listItemIds version:$version){productionList{...FullList}}}' + FullListText + ListLineText + MissingText) as TypedDocumentString<ListRepriceMutation, ListRepriceMutationVariables>

/** The query `projectManagementProductionListRecomputation`. */
export const ListRecomputationDocument = ('query ListRecomputation($id:Int!){projectManagementProductionListRecomputation(id:$id){digest diff{...DiffFields}}}' + DiffFieldsText) as TypedDocumentString<ListRecomputationQuery, ListRecomputationQueryVariables>

/** The mutation `projectManagementProductionListRecompute`. */
export const ListRecomputeDocument = ('mutation ListRecompute($id:Int!$digest:String!$changeIds:[Int!]){projectManagementProductionListRecompute(id:$id digest:$digest changeIds:$changeIds){productionList{...FullList}}}' + FullListText + ListLineText + MissingText) as TypedDocumentString<ListRecomputeMutation, ListRecomputeMutationVariables>

/** The query `projectManagementProductionListRevisions`. */
export const ListHistoryDocument = ('query ListHistory($id:Int!$after:String){projectManagementProductionListRevisions(id:$id first:20 after:$after){nodes{version createdAt userId action diff{...DiffFields}}pageInfo{hasNextPage endCursor}}}' + DiffFieldsText) as TypedDocumentString<ListHistoryQuery, ListHistoryQueryVariables>

/** The query `projectManagementProductionListDiff`. */
export const ListDiffDocument = ('query ListDiff($id:Int!$fromVersion:Int!$toVersion:Int!){projectManagementProductionListDiff(id:$id fromVersion:$fromVersion toVersion:$toVersion){...DiffFields itemOrder{from}}}' + DiffFieldsText) as TypedDocumentString<ListDiffQuery, ListDiffQueryVariables>

/** The query `projectManagementProductionListPreview`. */
export const ListPreviewDocument = ('query ListPreview($jobId:Int!$templateIds:[Int!]!){projectManagementProductionListPreview(jobId:$jobId templateIds:$templateIds){totalCost totalPrice profitMargin missingMaterials{...Missing}listItems{name quantity quantityUnits listItemGroupName color totalPrice sortOrder}}}' + MissingText) as TypedDocumentString<ListPreviewQuery, ListPreviewQueryVariables>

/** The query `measurementFilePreview`. */
export const MeasurementFilePreviewDocument = ('query MeasurementFilePreview($id:ID!$jobId:Int){measurementFilePreview(id:$id jobId:$jobId){file{id}source{vendor format version reportId}figures{name value unit provenance currentValue}warnings unreadable{code message}}}') as TypedDocumentString<MeasurementFilePreviewQuery, MeasurementFilePreviewQueryVariables>

/** The mutation `jobMeasurementFileImport`. */
export const MeasurementFileImportDocument = ('mutation MeasurementFileImport($jobId:Int!$fileId:ID!){jobMeasurementFileImport(jobId:$jobId fileId:$fileId){measurement{version}}}') as TypedDocumentString<MeasurementFileImportMutation, MeasurementFileImportMutationVariables>

/** The query `projectManagementOrders`. */
export const OrdersDocument = ('query Orders($orgId:Int!$state:String$vendorId:Int$after:String$withLists:Boolean!){projectManagementOrders(orgId:$orgId state:$state vendorId:$vendorId first:50 after:$after){nodes{...OrderHead productionList@include(if:$withLists){salesOpportunity{job{id name}}}}pageInfo{hasNextPage endCursor}}}' + OrderHeadText) as TypedDocumentString<OrdersQuery, OrdersQueryVariables>

/** The query `projectManagementOrder`. */
export const OrderDocument = ('query Order($id:ID!$withList:Boolean!){projectManagementOrder(id:$id){...OrderHead orgId vendor{contactName phone email addressLines accountNumber provider{identifier}}cancelledAt cancelReason delivery{...DeliveryFields}replaces{id}replacedBy{id}changes{id}changeOrders{...OrderHead orderListItems{...OrderLine credits{id}}}orderDocuments{...DocumentFields}orderListItems{...OrderLine}distributionOrder{id state status rawStatus confirmationNumber failure submittedAt cancelRequestedAt updatedAt}productionList@include(if:$withList){id name salesOpportunity{job{id name}}}}}' + OrderHeadText + DeliveryFieldsText + OrderLineText + DocumentFieldsText + StoredFileText) as TypedDocumentString<OrderQuery, OrderQueryVariables>

/** The query `orderProviders`. */
export const OrderProvidersDocument = ('query OrderProviders{orderProviders{identifier name canCancel limits{purchaseOrderNumberLength purchaseOrderNumberRequired deliveryInstructionsLength}}}') as TypedDocumentString<OrderProvidersQuery, OrderProvidersQueryVariables>

/** The query `projectManagementProductionListById`. */
export const OrderPreparationDocument = ('query OrderPreparation($listId:Int!){projectManagementProductionListById(id:$listId){...OrderableList}}' + OrderableListText) as TypedDocumentString<OrderPreparationQuery, OrderPreparationQueryVariables>

/** The mutation `projectManagementOrderDocumentsCreateByVendor`. */
export const OrdersPlaceDocument = ('mutation OrdersPlace($productionListId:ID!$listItemIds:[ID!]$vendorId:Int$purchaseOrderNumber:String$externalIdentifier:String$delivery:OrderDeliveryInput$document:OrderDocumentOptions){projectManagementOrderDocumentsCreateByVendor(productionListId:$productionListId listItemIds:$listItemIds vendorId:$vendorId purchaseOrderNumber:$purchaseOrderNumber externalIdentifier:$externalIdentifier delivery:$delivery document:$document){orderDocuments{...DocumentFields order{...OrderHead}}}}' + DocumentFieldsText + StoredFileText + OrderHeadText) as TypedDocumentString<OrdersPlaceMutation, OrdersPlaceMutationVariables>

/** The mutation `projectManagementDistributionOrderCreate`. */
export const OrderSubmitDocument = ('mutation OrderSubmit($productionListId:ID!$vendorId:Int!$listItemIds:[ID!]$purchaseOrderNumber:String$externalIdentifier:String$jobName:String$delivery:OrderDeliveryInput){projectManagementDistributionOrderCreate(productionListId:$productionListId vendorId:$vendorId listItemIds:$listItemIds purchaseOrderNumber:$purchaseOrderNumber externalIdentifier:$externalIdentifier jobName:$jobName delivery:$delivery){distributionOrder{order{...OrderHead}}}}' + OrderHeadText) as TypedDocumentString<OrderSubmitMutation, OrderSubmitMutationVariables>

/** The mutation `projectManagementOrderDocumentRender`. */
export const DocumentRenderDocument = ('mutation DocumentRender($orderId:ID!$document:OrderDocumentOptions){projectManagementOrderDocumentRender(orderId:$orderId document:$document){orderDocument{...DocumentFields}}}' + DocumentFieldsText + StoredFileText) as TypedDocumentString<DocumentRenderMutation, DocumentRenderMutationVariables>

/** The mutation `projectManagementOrderCancel`. */
export const OrderCancelDocument = ('mutation OrderCancel($id:ID!$reason:String){projectManagementOrderCancel(id:$id reason:$reason){order{id state}}}') as TypedDocumentString<OrderCancelMutation, OrderCancelMutationVariables>

/** The mutation `projectManagementOrderReorder`. */
export const OrderReorderDocument = ('mutation OrderReorder($id:ID!){projectManagementOrderReorder(id:$id){orderDocument{id order{id}}}}') as TypedDocumentString<OrderReorderMutation, OrderReorderMutationVariables>

/** The mutation `projectManagementOrderChange`. */
export const OrderChangeDocument = ('mutation OrderChange($id:ID!$additions:[OrderAddition!]$credits:[OrderCredit!]){projectManagementOrderChange(id:$id additions:$additions credits:$credits){orderDocument{id order{id}}}}') as TypedDocumentString<OrderChangeMutation, OrderChangeMutationVariables>

/** The mutation `projectManagementDistributionOrderCancel`. */
export const DistributionOrderCancelDocument = ('mutation DistributionOrderCancel($id:ID!){projectManagementDistributionOrderCancel(id:$id){distributionOrder{id state cancelRequestedAt}}}') as TypedDocumentString<DistributionOrderCancelMutation, DistributionOrderCancelMutationVariables>

/** The query `organizationBrand`. */
export const BrandDocument = ('query Brand($orgId:Int!){organizationBrand(orgId:$orgId){name}}') as TypedDocumentString<BrandQuery, BrandQueryVariables>

/** The query `templates`. */
export const TemplateChoicesDocument = ('query TemplateChoices($orgId:Int!$after:String){templates(orgId:$orgId first:200 after:$after){nodes{id name tradeType}pageInfo{hasNextPage endCursor}}}') as TypedDocumentString<TemplateChoicesQuery, TemplateChoicesQueryVariables>

/** The query `products`. */
export const ProductsDocument = ('query Products($orgId:Int!$search:String){products(orgId:$orgId search:$search first:20){nodes{id name displayName sku packages{unit}}}}') as TypedDocumentString<ProductsQuery, ProductsQueryVariables>

/** The query `vendors`. */
export const VendorChoicesDocument = ('query VendorChoices($orgId:Int!$after:String){vendors(orgId:$orgId first:200 after:$after includeArchived:true){nodes{id vendorName archivedAt provider{identifier name}}pageInfo{hasNextPage endCursor}}}') as TypedDocumentString<VendorChoicesQuery, VendorChoicesQueryVariables>