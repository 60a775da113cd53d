import { entries, formal, friendly, question, type Order } from './order.ts'

export const englishOrders: Order[] = [
  ...entries('article', 'en', [
    [
      {
        ...friendly,
        topic: 'What to do about a wasp nest under the roof',
        keywords: 'wasp nest, pest control cost, wasp stings',
      },
    ],
    [{ ...formal, topic: 'How to choose a care home for a parent' }],
    [{ ...friendly, topic: 'Is it worth fixing a 15 year old car' }],
    [
      {
        ...friendly,
        topic: 'Learning to swim as an adult',
        target: 'grown-ups who are scared of deep water',
        keywords: 'adult swimming lessons, fear of deep water',
        instructions:
          'Five numbered steps, the first one without getting in. Don’t use the word "easy". Around 700 words.',
        length: 700,
      },
      { numbered: 5, excludes: [' easy '] },
    ],
    [
      {
        ...friendly,
        topic: 'A year of cooking with a solar stove in Kenya',
        keywords: 'solar stove, cooking without charcoal',
        information:
          'stove was 9,500 shillings, charcoal used to be 2,800 a month, beans take 3 hours, useless in April when it rains, neighbors laughed at first',
        target: 'people who cook with charcoal every day',
        instructions:
          'Small table with what we spent before and after. around 750 words, no preaching and not the word "planet"',
        length: 750,
      },
      { hasTable: true, includes: ['9,500', '2,800'], excludes: ['planet'] },
    ],
  ]),
  ...entries('document', 'en', [
    [
      {
        topic: 'People fighting over parking at our apartment building',
        purpose: 'so the owners vote for assigned spaces',
      },
    ],
    [{ topic: 'New hires waiting days for a laptop', purpose: 'to get IT and HR to fix it' }],
    [{ topic: 'Wheelchairs always missing on our ward', purpose: 'for the head nurse' }],
    [
      {
        topic: 'Food thrown away in the school cafeteria',
        purpose: 'to get the school board to try smaller portions for a term',
        target: 'board members who have never eaten there',
        information:
          '430 lunches a day, 58 kg in the bins each day, soup days are worst, weighed it for 15 days, disposal costs 740 euros a month',
        instructions:
          'Numbers in a table. Don’t blame the cooks. End with what we don’t know yet. About 500 words.',
        length: 500,
      },
      { hasTable: true, includes: ['430', '58', '740'] },
    ],
    [
      {
        topic: 'Three of our five village water pumps are broken',
        purpose: 'to get the district to pay for the repair',
        target: 'a district officer with 40 villages to look after',
        information:
          '870 people, 2 pumps still work, women wait up to 90 minutes, one broken since February, parts cost 310,000 kwacha, a man from the next village can do the work',
        instructions:
          'Start with what we need, four numbered points. It shouldn’t sound like begging. About 400 words.',
        length: 400,
      },
      { numbered: 4, includes: ['870', '90', '310,000'] },
    ],
  ]),
  ...entries('business-plan', 'en', [
    [
      {
        name: 'Marta’s Alterations',
        overview: 'I hem pants and fix zippers at home and now I want a small shop',
        format: ['What I do', 'Customers', 'Prices', 'First year'],
      },
    ],
    [
      {
        name: 'Crumb Club',
        overview: 'Gluten-free birthday cakes, baked to order and delivered the same day',
        format: ['Idea', 'Customers', 'Pricing', 'Risks'],
      },
    ],
    [
      {
        name: 'Hassan’s Tire Stand',
        overview: 'tire repair next to the market, want to add oil changes',
        format: ['Services', 'Location', 'Costs', 'Risks'],
      },
    ],
    [
      {
        name: 'Paw & Post',
        overview: 'Boarding for cats in a former post office',
        format: ['Overview', 'Services', 'Marketing', 'Financials'],
        information:
          '14 cat rooms, $32 a night, rent $1,750 a month, I was a vet nurse for nine years, closest competitor is 40 minutes away',
        instructions: 'It’s for a bank loan of $26,000. Costs in a table. Leave out dogs completely.',
      },
      { hasTable: true, includes: ['$32', '1,750', '26,000'], excludes: [' dogs '] },
    ],
    [
      {
        name: 'Gravel Road Eggs',
        overview: 'Selling eggs from our 120 hens to neighbors and two diners',
        format: ['Overview', 'The hens', 'Sales', 'Income and costs'],
        information:
          'around 95 eggs a day, $4.50 a dozen, feed is $310 a month, coop is paid off, I drove a school bus till I retired, grandson helps weekends',
        instructions:
          'For a county farm grant, $7,500 for a fence and a fridge. One month of income and costs in a table. We’re not organic so don’t use that word. About 700 words',
        length: 700,
      },
      { hasTable: true, includes: ['$4.50', '310', '7,500'], excludes: ['organic'] },
    ],
  ]),
  ...entries('cover-letter', 'en', [
    [
      {
        ...formal,
        introduce: 'Graveyards don’t spook me, I eat my lunch in one.',
        career:
          'Eleven months at a pallet yard, mowed lawns all through high school, can back up a trailer, never late',
        duty: 'Cemetery groundskeeper',
        questions: [question('What interests you about this position?', 700)],
      },
    ],
    [
      {
        ...formal,
        introduce: 'My spices are in alphabetical order.',
        career:
          'two years stocking shelves overnight at a supermarket, associate degree in history, a whole rack of pickle jars came down in my aisle once',
        duty: 'Library assistant',
        questions: [
          question('What does good service look like to you?', 600),
          question('Tell us about a time something went wrong at work and what you did.', 900),
        ],
      },
    ],
    [
      {
        ...formal,
        introduce: 'My kids moved out and the house got too quiet.',
        career: 'Kept the books for a plumbing outfit for 21 years, type 80 words a minute, sing alto',
        duty: 'Courthouse records clerk',
        questions: [question('Describe a situation in which you had to keep something confidential.', 1_000)],
      },
    ],
    [
      {
        ...formal,
        introduce: 'I cook for ten even when it’s just me.',
        career:
          'truck stop grill for four years, food handler card, sold phone cases at a mall kiosk for a month, baked 63 pies for the church raffle, don’t get seasick as far as I know',
        duty: 'Tugboat cook',
        questions: [question('When did you have to make do with very little?', 1_200)],
        target: 'a towing company with four boats',
        instructions:
          'Use the ice storm in Amarillo. power was out, 40 truckers stuck in our lot and all I had was one propane burner and some eggs. Earl was hauling onions so he gave me two sacks. I fried eggs and onions till 2 am, nobody complained. Mention the 63 pies too. Skip the phone cases and don’t call me a "team player"',
      },
      { includes: ['Amarillo', 'Earl', '63'], excludes: ['phone case', 'team player'] },
    ],
    [
      {
        ...formal,
        introduce: 'I own one black suit and it’s always pressed.',
        career:
          'Van driver for dialysis patients in Tulsa going on three years, was in a boy band in high school, I fill in on the organ at church, 31 services so far, know some sign language',
        duty: 'Funeral home assistant',
        questions: [
          question('What would you bring to the families we serve?', 800),
          question('Tell us how you comforted someone who was having a hard time.', 1_100),
        ],
        target: 'a funeral home run by a father and son',
        instructions:
          'For the comfort one use Mrs. Delacroix. Her husband passed and she still came out to the van every Thursday, didn’t know where else to go. My boss said she couldn’t ride so I had coffee with her on my break, right up to Christmas. Now she plays cards with two of my other riders. The 31 services go with the families question, Tulsa has to be in there. Please no boy band and no "compassionate"',
      },
      { includes: ['31', 'Delacroix', 'Tulsa'], excludes: ['boy band', 'compassionate'] },
    ],
  ]),
  ...entries('email', 'en', [
    [
      {
        ...formal,
        topic: 'Gym keeps charging my dad after he died',
        strong_points:
          'he passed May 11, three payments of $42 since, told the front desk in June, have the death certificate, want the money back and the account closed',
        receiver: 'the gym’s billing office',
      },
    ],
    [
      {
        ...formal,
        topic: 'Turning down the library job after saying yes',
        strong_points:
          'said yes on Monday, start was supposed to be November 2, my husband’s transfer to Tulsa came Thursday, sorry for the trouble, they were kind at the interview',
      },
    ],
    [
      {
        ...friendly,
        topic: 'Can’t make bowling for a while',
        strong_points:
          'broke my thumb on the ball return, cast off January 8, Marv can take my spot, still paying my share of the lanes, coming to watch anyway',
      },
    ],
    [
      {
        ...friendly,
        topic: 'Grandma turns 90, need a story from each of you',
        strong_points:
          'party is Sunday April 11 at my place, stories by March 14, half a page, I print them in a book, photos too if you have',
        sender: 'Josie',
        receiver: 'the cousins, all eleven',
        instructions:
          'Start with the time she drove the tractor into the pond. No "amazing" and don’t tell them how to write. About 130 words',
        length: 130,
      },
      { includes: ['April 11', 'March 14', 'Josie'], excludes: ['amazing'] },
    ],
    [
      {
        ...formal,
        topic: 'Sheep on the county road again',
        strong_points:
          'Route 9 at the culvert, third time since August, last night at 9:40, a pickup braked hard, nobody hurt, the fence is the state’s not mine, I patched it twice with my own wire',
        sender: 'Dale Whitcomb',
        receiver: 'state highway maintenance, district 4',
        instructions:
          'Ask for three things numbered: who fixes the fence, by when, and who pays if a car hits one. They’re my neighbor’s sheep, don’t blame him. 170 words at most',
        length: 160,
      },
      { numbered: 3, includes: ['Route 9', '9:40', 'Dale Whitcomb'] },
    ],
  ]),
  ...entries('instagram-feed', 'en', [
    [{ ...friendly, topic: 'How to sharpen kitchen knives at home', slide_count: 5 }],
    [{ ...friendly, topic: 'Rainy day games for kids without a screen', slide_count: 6 }],
    [{ ...formal, topic: 'Measuring your blood pressure at home the right way', slide_count: 5 }],
    [
      {
        ...friendly,
        topic: 'Clothes swap at the community center',
        target: 'students who have never been to one',
        information:
          'Sunday September 13, 1 to 5, bring up to 10 pieces, clean and no holes, entry 3 euros, leftovers go to a shelter',
        slide_count: 5,
        instructions: 'The rules as three numbered points on one slide. Don’t use the word "vintage".',
      },
      { numbered: 3, includes: ['September 13'], excludes: ['vintage'] },
    ],
    [
      {
        ...friendly,
        topic: 'Our taco stand is moving to a new corner',
        target: 'regulars who stop by after work',
        information:
          'from Monday August 17, corner of 8th and Palmer, 11 to 9, fish tacos still $3.75, cash only, free horchata the first day',
        slide_count: 5,
        instructions:
          'Corner on the first slide and again on the last. Don’t write "delicious". Ask which salsa they want back.',
      },
      { includes: ['Palmer', 'August 17', '$3.75'], excludes: ['delicious'] },
    ],
  ]),
]
